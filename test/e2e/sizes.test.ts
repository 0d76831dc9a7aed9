import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

/**
 * Changes beyond what people stage, scaled down so that they take seconds; `npm run bench -- --size` has the full sizes. What
 * breaks a rule stands at the end of each, and what the model would not be shown is listed.
 */
const sizes = suite<{ repo: TestRepo }>('changes of any size');

sizes.before.each((context) => {
  context.repo = makeRepo();
});
sizes.after.each(({ repo }) => repo.remove());

const EVIL = 'eval(input);\n';

const lines = (bytes: number, from = 0): string => {
  const line = (i: number): string => `export const total${from + i} = (items) => items.length + ${from + i};\n`;
  return Array.from({ length: Math.ceil(bytes / line(0).length) }, (_, i) => line(i)).join('');
};

const files = (count: number, folder: string, bytes: number, end = ''): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `${folder}/f${String(i).padStart(5, '0')}.js`,
      lines(bytes, i) + (i === count - 1 ? end : ''),
    ]),
  );

const review = async (repo: TestRepo): Promise<{ hits: string[]; left: Map<string, number> }> => {
  const ran = await lgtm(['check', '--no-model', '--format', 'json'], { cwd: repo.root, env: repo.env });
  const report = JSON.parse(ran.stdout) as Report;
  assert.equal([ran.code, report.exitCode], [1, 1], ran.stderr);
  const left = new Map<string, number>();
  for (const { reason, rule } of report.notReviewed) if (!rule) left.set(reason, (left.get(reason) ?? 0) + 1);
  const hits = report.findings
    .filter(({ rule }) => rule === 'sec/dynamic-eval')
    .map((one) => `${one.path}:${one.line}`);
  return { hits, left };
};

sizes('thousands of new files', async ({ repo }) => {
  repo.commit({ 'README.md': '# Sizes\n' });
  repo.stage(files(2500, 'src', 1, EVIL));
  const { hits, left } = await review(repo);
  assert.equal(hits, ['src/f02499.js:2']);
  // A thousand are held for the model, and the one that is reported.
  assert.is(left.get('too-large'), 1500);
});

sizes('thousands of modified files, with a large one among them', async ({ repo }) => {
  const large = lines(3_000_000);
  repo.commit({ ...files(1300, 'src', 200), 'src/f00700.large.js': large });
  repo.stage({ ...files(1300, 'src', 240, EVIL), 'src/f00700.large.js': `${large}${EVIL}` });
  const { hits } = await review(repo);
  const line = large.split('\n').length;
  assert.equal(hits.sort(), [`src/f00700.large.js:${line}`, `src/f01299.js:${lines(240, 1299).split('\n').length}`]);
});

sizes('a diff of six megabytes in twenty files', async ({ repo }) => {
  repo.commit({ 'README.md': '# Sizes\n' });
  repo.stage(files(20, 'src', 300_000, EVIL));
  const { hits, left } = await review(repo);
  assert.equal(hits, [`src/f00019.js:${lines(300_000, 19).split('\n').length}`]);
  assert.ok([...left.values()].reduce((sum, count) => sum + count, 0) > 0, 'what the model is not shown is listed');
});

sizes('one file of six megabytes', async ({ repo }) => {
  const text = lines(6_000_000);
  repo.commit({ 'README.md': '# Sizes\n' });
  repo.stage({ 'all.js': text + EVIL });
  const { hits, left } = await review(repo);
  assert.equal(hits, [`all.js:${text.split('\n').length}`]);
  assert.equal([...left], [['too-large', 1]]);
});

sizes('many renames, one of them with an edit', async ({ repo }) => {
  repo.commit(files(800, 'old', 400));
  repo.git('rm', '-r', '-q', 'old');
  repo.stage(files(800, 'new', 400, EVIL));
  const { hits } = await review(repo);
  assert.equal(hits, [`new/f00799.js:${lines(400, 799).split('\n').length}`]);
});

sizes.run();
