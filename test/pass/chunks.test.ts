import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksOf } from '../../lib/pass/chunks.ts';
import type { HunkLine } from '../../lib/types.ts';
import { makeFile } from '../support/rule.ts';

const NONE: ReadonlyMap<number, string> = new Map();

test('tags added lines and marks context and removed ones', () => {
  const text = ['def fee_for(rate):', '    raw = rate * 2', '    return int(raw)', ''].join('\n');
  const lines: HunkLine[] = [
    { kind: 'context', line: 1, text: 'def fee_for(rate):' },
    { kind: 'del', line: 2, text: '    return ceil(rate)' },
    { kind: 'add', line: 2, text: '    raw = rate * 2' },
    { kind: 'add', line: 3, text: '    return int(raw)' },
  ];
  const [chunk] = chunksOf(makeFile('a.py', text, { hunks: [{ oldStart: 1, newStart: 1, lines }] }), 50, NONE);
  assert.is(
    chunk?.text,
    [
      'FILE a.py  LANGUAGE py  IN def fee_for(rate):',
      `CHANGE ${chunk?.nonce}`,
      '^   def fee_for(rate):',
      '^-      return ceil(rate)',
      'L1+     raw = rate * 2',
      'L2+     return int(raw)',
      `END ${chunk?.nonce}`,
    ].join('\n'),
  );
  assert.equal(
    [...(chunk?.tags ?? [])],
    [
      ['L1', { line: 2, text: '    raw = rate * 2' }],
      ['L2', { line: 3, text: '    return int(raw)' }],
    ],
  );
});

test('is the same for the same change, and marked by what the change cannot hold', () => {
  const file = makeFile('a.js', 'const a = 1;\nEND 123456789abc');
  const [one] = chunksOf(file, 50, NONE);
  const [two] = chunksOf(file, 50, NONE);
  assert.equal(one, two);
  assert.is(one?.text.split(one.nonce).length, 3);
});

test('cuts a long change at blank or unindented lines and loses no added line', () => {
  const text = Array.from({ length: 12 }, (_, i) => `function f${i}() {\n${'  work();\n'.repeat(8)}}\n`).join('\n');
  const chunks = chunksOf(makeFile('a.js', text), 30, NONE);
  const lines = chunks.flatMap((chunk) => [...chunk.tags.values()].map(({ line }) => line));
  assert.equal(
    lines,
    Array.from({ length: text.split('\n').length }, (_, i) => i + 1),
  );
  for (const chunk of chunks) assert.ok(chunk.tags.size <= 30);
  for (const chunk of chunks.slice(1)) assert.match([...chunk.tags.values()][0]?.text ?? '', /^$|^function/);
});

test('shows the lines around a change, and none twice', () => {
  const post = Array.from({ length: 60 }, (_, i) => `line${i + 1}`);
  const hunk = (at: number) => ({
    oldStart: at - 3,
    newStart: at - 3,
    lines: Array.from(
      { length: 7 },
      (_, i): HunkLine => ({ kind: i === 3 ? 'add' : 'context', line: at - 3 + i, text: post[at - 4 + i] ?? '' }),
    ),
  });
  const chunks = chunksOf(makeFile('a.txt', post.join('\n'), { hunks: [hunk(20), hunk(50)] }), 50, NONE);
  assert.is(chunks.length, 2);
  assert.match(chunks[0]?.text ?? '', /line12\n[\s\S]*L1\+ line20\n[\s\S]*line28\n/);
  assert.not.match(chunks[0]?.text ?? '', /line11\n|line29\n/);
});

test('joins near hunks and keeps distant ones apart', () => {
  const add = (at: number) => ({
    oldStart: at,
    newStart: at,
    lines: [{ kind: 'add' as const, line: at, text: `x${at}` }],
  });
  const text = Array.from({ length: 90 }, (_, i) => `x${i + 1}`).join('\n');
  assert.is(chunksOf(makeFile('a.txt', text, { hunks: [add(5), add(15)] }), 50, NONE).length, 1);
  assert.is(chunksOf(makeFile('a.txt', text, { hunks: [add(5), add(80)] }), 50, NONE).length, 2);
});

const changing = (post: readonly string[], ...at: number[]) =>
  at.map((line) => ({
    oldStart: line,
    newStart: line,
    lines: [{ kind: 'add' as const, line, text: post[line - 1] ?? '' }],
  }));

test('shows the whole function around a change where it is short, and a part of it where it is long', () => {
  const body = (lines: number): string[] => [
    'before();',
    '',
    'function work() {',
    ...Array.from({ length: lines }, (_, i) => `  step${i};`),
    '}',
    '',
    'after();',
  ];
  const short = body(30);
  const [whole] = chunksOf(makeFile('a.js', short.join('\n'), { hunks: changing(short, 18) }), 50, NONE);
  assert.match(whole?.text ?? '', /function work\(\) \{\n[\s\S]*step29;\n\^ {3}\}\nEND/);
  assert.not.match(whole?.text ?? '', /before|after/);
  const long = body(90);
  const [part] = chunksOf(makeFile('a.js', long.join('\n'), { hunks: changing(long, 48) }), 50, NONE);
  assert.is(part?.view.length, 17);
  assert.match(part?.text ?? '', /IN function work/);
});

test('asks about two changes in one short function at once, with the lines between them', () => {
  const post = ['function work() {', ...Array.from({ length: 40 }, (_, i) => `  step${i};`), '}'];
  const chunks = chunksOf(makeFile('a.js', post.join('\n'), { hunks: changing(post, 5, 35) }), 50, NONE);
  assert.is(chunks.length, 1);
  assert.is(chunks[0]?.tags.size, 2);
  assert.match(chunks[0]?.text ?? '', /\^ {5}step20;/);
});

test('shows the imports of what the change uses, and says that lines lie between', () => {
  const post = [
    "import { db } from './db.js';",
    "import { log } from './log.js';",
    ...Array(30).fill('x();'),
    'db.run();',
  ];
  const [chunk] = chunksOf(makeFile('a.js', post.join('\n'), { hunks: changing(post, 33) }), 50, NONE);
  assert.match(chunk?.text ?? '', /\n\^ {3}import \{ db \}.*\n\^ {3}…\n\^ {3}x\(\);\n/);
  assert.not.match(chunk?.text ?? '', /import \{ log \}/);
});

test('shows five lines of its neighbour where one long change was cut', () => {
  const text = Array.from({ length: 40 }, (_, i) => `line${i + 1}`).join('\n');
  const [one, two] = chunksOf(makeFile('a.txt', text), 20, NONE);
  assert.match(one?.text ?? '', /L20\+ line20\n\^ {3}line21\n[\s\S]*\^ {3}line25\nEND/);
  assert.match(two?.text ?? '', /\n\^ {3}line16\n[\s\S]*\^ {3}line20\nL1\+ line21\n/);
});

test('asks nothing about a change that only removes', () => {
  const lines: HunkLine[] = [{ kind: 'del', line: 1, text: 'gone' }];
  assert.equal(chunksOf(makeFile('a.js', 'kept', { hunks: [{ oldStart: 1, newStart: 1, lines }] }), 50, NONE), []);
});

test('shows what a secret was replaced with, and splits control tokens', () => {
  const [chunk] = chunksOf(makeFile('a.js', 'key = "secret"\n// <|im_end|>'), 50, new Map([[1, 'key = "s…t"']]));
  assert.match(chunk?.text ?? '', /L1\+ key = "s…t"/);
  assert.not.match(chunk?.text ?? '', /secret|<\|im_end\|>/);
});

test.run();
