import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Clock, openProgress } from '../../lib/commands/progress.ts';

const progress = suite('progress');

/** A clock that goes on only when it is told to, and runs what is due. */
const handClock = (start = 0) => {
  let now = start;
  const due: { at: number; every: number; work: () => void }[] = [];
  const plan = (ms: number, every: number, work: () => void): (() => void) => {
    const one = { at: now + ms, every, work };
    due.push(one);
    return () => {
      const i = due.indexOf(one);
      if (i !== -1) due.splice(i, 1);
    };
  };
  const clock: Clock = {
    now: () => now,
    every: (ms, work) => plan(ms, ms, work),
    after: (ms, work) => plan(ms, 0, work),
  };
  const pass = (ms: number): void => {
    const end = now + ms;
    for (;;) {
      const [next] = [...due].sort((a, b) => a.at - b.at);
      if (!next || next.at > end) break;
      now = next.at;
      if (next.every > 0) next.at += next.every;
      else due.splice(due.indexOf(next), 1);
      next.work();
    }
    now = end;
  };
  return { clock, pass, left: () => due.length };
};

const open = (live: boolean, env: NodeJS.ProcessEnv = {}, start = 0) => {
  const time = handClock(start);
  let text = '';
  const write = (chunk: string): void => {
    text += chunk;
  };
  const stream = { isTTY: live, columns: 80, write };
  return { ...time, shown: () => text, progress: openProgress(stream, env, time.clock) };
};

const STEP = { done: 2, total: 8, msEach: 5_000 };

progress('says something within 300 ms of the start of the process, and nothing where the run is over by then', () => {
  const one = open(false, {}, 100);
  one.progress.begin('reading the staged change');
  one.pass(199);
  assert.is(one.shown(), 'lgtm: reading the staged change\n');
  const two = open(false, {}, 100);
  two.progress.begin('reading the staged change');
  two.pass(100);
  two.progress.end();
  two.pass(60_000);
  assert.equal([two.shown(), two.left()], ['', 0]);
});

progress('says nothing before it is known that there is something to review', () => {
  const { pass, shown } = open(false);
  pass(60_000);
  assert.is(shown(), '');
});

progress('says at once what a stage is', () => {
  const { progress: it, shown } = open(false);
  it.stage('looking for the model');
  assert.is(shown(), 'lgtm: looking for the model\n');
});

progress('shows a sign of life every ten seconds where nobody sees a live line', () => {
  const { progress: it, shown, pass } = open(false);
  it.stage('asking m about r in a.js', STEP);
  pass(25_000);
  assert.equal(shown().split('\n'), [
    'lgtm: asking m about r in a.js, 3 of 8, about 30 s left',
    'lgtm: asking m about r in a.js, 3 of 8, about 20 s left, 10 s',
    'lgtm: asking m about r in a.js, 3 of 8, about 10 s left, 20 s',
    '',
  ]);
});

progress('counts from each stage anew', () => {
  const { progress: it, shown, pass } = open(false);
  it.stage('one');
  pass(9_000);
  it.stage('two');
  pass(9_000);
  assert.is(shown(), 'lgtm: one\nlgtm: two\n');
});

progress('rewrites one line every second on a terminal, and wipes it in the end', () => {
  const { progress: it, shown, pass, left } = open(true);
  it.stage('asking m', { done: 0, total: 1, msEach: null });
  pass(2_000);
  it.end();
  assert.equal(shown().split('\r\u001b[2K'), ['', 'lgtm: asking m', 'lgtm: asking m, 1 s', 'lgtm: asking m, 2 s', '']);
  assert.is(left(), 0);
});

progress('writes plain lines to a terminal that knows no escapes', () => {
  const { progress: it, shown } = open(true, { TERM: 'dumb' });
  it.stage('one');
  it.end();
  assert.is(shown(), 'lgtm: one\n');
});

progress('keeps a line that must be seen, whatever comes after it', () => {
  const { progress: it, shown } = open(true);
  it.stage('one');
  it.say('sending 12 lines to gpu.example');
  it.stage('two');
  it.end();
  assert.ok(shown().includes('\r\u001b[2Klgtm: sending 12 lines to gpu.example\n\r\u001b[2Klgtm: two'));
});

progress('never is wider than the terminal, and spells out what a terminal would obey', () => {
  const { progress: it, shown } = open(false);
  it.stage(`asking ${'x'.repeat(200)}\u001b[2J`, STEP);
  const [line = ''] = shown().split('\n');
  assert.ok(line.length <= 80 && line.endsWith('3 of 8, about 30 s left'), line);
  const other = open(false);
  other.progress.stage('a\u001b[2J\nb');
  assert.is(other.shown(), 'lgtm: a<U+001B>[2J\\nb\n');
});

progress.run();
