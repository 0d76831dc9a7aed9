import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { report as json } from '../../lib/reports/json.ts';
import { renderFinding, renderFinished, renderProgress, renderStarted, report } from '../../lib/reports/ndjson.ts';
import { badReport } from './hostile.ts';
import { BLOCKED, finding, view } from './samples.ts';

test('a stream begins with what is about to be reviewed', () => {
  assert.is(
    renderStarted({ version: '1.2.3', files: 3, addedLines: 40, rules: 12, model: 'qwen3:4b' }),
    '{"event":"started","schema":1,"version":"1.2.3","files":3,"addedLines":40,"rules":12,"model":"qwen3:4b"}\n',
  );
});

test('a sign of life says how far the work is, and at what where that is known', () => {
  assert.is(
    renderProgress({ stage: 'load', done: 0, total: 1, ms: 15 }),
    '{"event":"progress","stage":"load","done":0,"total":1,"ms":15}\n',
  );
  assert.is(
    renderProgress({ stage: 'ask', done: 2, total: 6, ms: 900, path: 'a\u202e.js', rule: 'a/b' }),
    '{"event":"progress","stage":"ask","done":2,"total":6,"ms":900,"path":"a\\u202e.js","rule":"a/b"}\n',
  );
});

test('a finding is the finding of the JSON report', () => {
  const line = JSON.parse(renderFinding({ ...finding(), ...{ text: 'inside only' } }));
  assert.equal(line, { event: 'finding', ...finding() });
});

test('the last line holds the verdict in words and the whole JSON report', () => {
  const { report: inner, ...rest } = JSON.parse(renderFinished(BLOCKED));
  assert.equal(rest, {
    event: 'finished',
    outcome: 'blocked',
    exitCode: 1,
    verdict: 'lgtm: blocked: 1 finding blocks, 1 warns',
  });
  assert.equal(inner, JSON.parse(json(BLOCKED, view())));
});

test('a whole stream has a line a finding and one at the end, each of them JSON', () => {
  fc.assert(
    fc.property(badReport, (bad) => {
      const events = report(bad, view())
        .trimEnd()
        .split('\n')
        .map((line): string => JSON.parse(line).event);
      assert.equal(events, [...bad.findings.map(() => 'finding'), 'finished']);
    }),
    { seed: 9, numRuns: 150 },
  );
});

test.run();
