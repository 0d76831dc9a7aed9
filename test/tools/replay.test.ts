import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding, Severity } from '../../lib/types.ts';
import { type Difference, evenly, linesIn, slicesOf } from '../../tools/replay/cut.ts';
import { changesBetween, importStates, stageBetween, stateAfter } from '../../tools/replay/history.ts';
import type { Reviewed } from '../../tools/replay/review.ts';
import { shareWith, tally } from '../../tools/replay/tally.ts';
import { makeRepo } from '../support/repo.ts';

const numbered = (count: number, word: string): string =>
  Array.from({ length: count }, (_, i) => `${word} ${i}${i % 7 === 6 ? '\n' : ''}\n`).join('');

const OLD = new Map([
  ['a.ts', numbered(300, 'old')],
  ['gone.ts', 'x\n'],
  ['same.ts', 'same\n'],
  ['ünï.ts', 'a\r\nb'],
]);
const NEXT = new Map([
  [
    'a.ts',
    numbered(300, 'old')
      .replace('old 40\n', '')
      .replace('old 100\n', numbered(200, 'new'))
      .replace(/old 299\n\n?/, 'end'),
  ],
  ['new.ts', numbered(250, 'all')],
  ['same.ts', 'same\n'],
  ['ünï.ts', 'a\r\nc'],
]);

test('changes laid one on the other lead from one version to the next, each of the size of a commit', () => {
  const repo = makeRepo();
  try {
    const slices = changesBetween(repo, OLD, NEXT);
    const ids = importStates(repo, [OLD, ...slices.map((slice) => stateAfter([slice]))]);
    const added = slices.map((_, i) => {
      stageBetween(repo, ids[i] ?? '', ids[i + 1] ?? '');
      const rows = repo.git('diff', '--cached', '--numstat').trim().split('\n');
      return rows.reduce((sum, row) => sum + Number(row.split('\t')[0]), 0);
    });
    assert.ok(slices.length > 5);
    assert.ok(
      added.every((lines) => lines <= 90),
      added.join(),
    );
    for (const [path, content] of NEXT)
      assert.is(repo.git('show', `${ids.at(-1)}:${path}`), Buffer.from(content, 'latin1').toString(), path);
    assert.not.match(repo.git('ls-tree', '--name-only', ids.at(-1) ?? ''), 'gone.ts');
  } finally {
    repo.remove();
  }
});

test('a long span is cut at blank lines where there are any', () => {
  const next = numbered(160, 'line');
  const whole = { oldStart: 0, oldCount: 0, newStart: 0, newCount: linesIn(next).length };
  const file: Difference = { path: 'a', old: null, next, spans: [whole] };
  const contents = slicesOf([file]).map((slice) => slice.get('a')?.() ?? '');
  assert.ok(contents.length > 1);
  assert.ok(contents.slice(0, -1).every((content) => content.endsWith('\n\n')));
  assert.is(contents.at(-1), next);
});

test('items are picked evenly', () => {
  assert.equal(evenly([1, 2, 3, 4, 5, 6, 7, 8], 4), [1, 3, 5, 7]);
  assert.equal(evenly([1, 2], 4), [1, 2]);
});

const change = (severities: readonly Severity[]): Reviewed => ({
  ...{ name: 'left@1.0.0', files: 1, added: 500, deleted: 0, languages: { ts: 500 }, questions: ['a/b'] },
  findings: severities.map(
    (severity): Finding => ({
      ...{ id: '', title: '', source: 'detector', path: 'a', line: 1, endLine: 1, quote: '', message: '' },
      rule: `x/${severity}`,
      severity,
    }),
  ),
});

test('a change counts once, however often a rule fires in it, and findings count per thousand lines', () => {
  const all = [change(['warn', 'warn', 'warn']), change([]), change(['block']), change(['info'])];
  assert.equal([shareWith(all, 'block'), shareWith(all, 'warn')], [0.25, 0.25]);
  assert.match(tally(all), '| `x/warn` | warn | 3 | 1 | 1.50 |');
  assert.match(tally(all), 'warn: 1 of 4 changes (25.00 %)');
});

test.run();
