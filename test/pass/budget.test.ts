import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { messageTokens, packed, smaller } from '../../lib/pass/budget.ts';
import { type Chunk, chunksOf } from '../../lib/pass/chunks.ts';
import type { HunkLine } from '../../lib/types.ts';
import { makeFile } from '../support/rule.ts';

const NONE: ReadonlyMap<number, string> = new Map();

/** Ten added lines amid forty of a file. */
const chunk = ((): Chunk => {
  const post = Array.from({ length: 40 }, (_, i) => `line${i + 1}`);
  const lines: HunkLine[] = Array.from({ length: 10 }, (_, i) => ({
    kind: 'add',
    line: i + 16,
    text: post[i + 15] ?? '',
  }));
  const [one] = chunksOf(
    makeFile('a.txt', post.join('\n'), { hunks: [{ oldStart: 15, newStart: 16, lines }] }),
    50,
    NONE,
  );
  if (!one) throw new Error('no chunk');
  return one;
})();

const added = (parts: readonly Chunk[]): number[] =>
  parts.flatMap(({ tags }) => [...tags.values()].map(({ line }) => line));

test('a question is as long as its bytes say, on the safe side', () => {
  const messages = [{ role: 'user' as const, content: 'x'.repeat(300) }];
  assert.is(messageTokens(messages, 3), 119);
  assert.is(messageTokens([{ role: 'user', content: 'ü'.repeat(150) }], 3), 119);
  assert.ok(messageTokens(messages, 2) > messageTokens(messages, 4));
});

test('what fits is left as it is', () => {
  const { fitting, unfit } = packed(chunk, () => true);
  assert.equal([fitting[0] === chunk, fitting.length, unfit], [true, 1, []]);
});

test('context goes first, then the lines are divided, and none is lost', () => {
  const [narrow] = smaller(chunk) ?? [];
  assert.is(narrow?.view.length, 16);
  assert.is(narrow?.tags.size, 10);
  const { fitting, unfit } = packed(chunk, ({ tags }) => tags.size <= 3);
  assert.equal([added(fitting), unfit], [added([chunk]), []]);
  for (const part of fitting) assert.ok(part.tags.size <= 3 && part.tags.has('L1'));
});

test('a line that does not fit on its own is handed back', () => {
  const { fitting, unfit } = packed(chunk, ({ text }) => !text.includes('line20'));
  assert.equal(added(unfit), [20]);
  assert.equal(
    added(fitting),
    added([chunk]).filter((line) => line !== 20),
  );
});

test('nothing is smaller than one bare line', () => {
  const bare = packed(chunk, () => false).unfit;
  assert.equal(added(bare), added([chunk]));
  for (const part of bare) assert.is(smaller(part), null);
});

test.run();
