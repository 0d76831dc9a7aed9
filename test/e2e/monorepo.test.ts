import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { check, checked } from '../support/check.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

const monorepo = suite<{ repo: TestRepo }>('a monorepo');

/** Written in two parts, so that this file plants nothing itself. */
const EVAL = ['ev', 'al(req.query.x)'].join('');
const BAD = `export const f = (req) => ${EVAL};\n`;
const OFF = 'rules: { sec/dynamic-eval: off }\n';
const BLOCK = 'rules: { rob/swallowed-error: block }\n';
const SWALLOW = 'try {\n  go();\n} catch {}\n';

monorepo.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'lgtm.config.yaml': 'mode: block\n', 'p/api/a.js': 'x;\n', 'p/web/a.js': 'x;\n' });
});
monorepo.after.each(({ repo }) => repo.remove());

const found = ({ findings }: Report): unknown => findings.map(({ path, severity }) => [path, severity]);

monorepo('refines the review of one folder, and of no other', async ({ repo }) => {
  repo.commit({ 'p/api/lgtm.config.yaml': OFF });
  repo.stage({ 'p/api/deep/er/a.js': BAD, 'p/web/a.js': BAD, 'a.js': BAD });
  assert.equal(found(await checked(repo)), [
    ['a.js', 'block'],
    ['p/web/a.js', 'block'],
  ]);
});

monorepo('takes the nearest configuration, and only that one beside the one at the top', async ({ repo }) => {
  repo.commit({ 'p/lgtm.config.yaml': OFF, 'p/api/lgtm.config.yaml': BLOCK });
  repo.stage({ 'p/api/a.js': `${BAD}${SWALLOW}`, 'p/web/a.js': `${BAD}${SWALLOW}` });
  assert.equal(found(await checked(repo)), [
    ['p/api/a.js', 'block'],
    ['p/api/a.js', 'block'],
    ['p/web/a.js', 'warn'],
  ]);
});

monorepo('cannot be loosened by the commit that it reviews, and is tightened at once', async ({ repo }) => {
  repo.stage({ 'p/api/lgtm.config.yaml': OFF, 'p/api/a.js': BAD });
  const added = await checked(repo);
  assert.equal(found(added), [['p/api/a.js', 'block']]);
  assert.match(
    added.notes.join('\n'),
    /changes p\/api\/lgtm\.config\.yaml; what does not tighten .* from the next commit/,
  );
  repo.git('commit', '-q', '--no-verify', '-m', 'loosen');
  repo.stage({ 'p/api/a.js': `${BAD}// again\n${BAD}` });
  assert.equal(found(await checked(repo)), [], 'the next commit');
  repo.git('rm', '-q', '--cached', 'p/api/lgtm.config.yaml');
  assert.equal(found(await checked(repo)), [['p/api/a.js', 'block']], 'taken back at once');
  repo.git('reset', '-q', '--hard');
  repo.stage({
    'p/api/lgtm.config.yaml': `${OFF.slice(0, -3)}, rob/swallowed-error: block }\n`,
    'p/api/b.js': SWALLOW,
  });
  assert.equal(found(await checked(repo)), [['p/api/b.js', 'block']], 'tightened at once');
});

monorepo('does not take the configuration of another folder along when it moves', async ({ repo }) => {
  repo.commit({ 'p/old/lgtm.config.yaml': OFF });
  repo.git('mv', 'p/old/lgtm.config.yaml', 'p/api/lgtm.config.yaml');
  repo.stage({ 'p/api/a.js': BAD });
  assert.equal(found(await checked(repo)), [['p/api/a.js', 'block']]);
});

monorepo('counts in its staged version where HEAD has no configuration at all', async () => {
  const repo = makeRepo();
  repo.commit({ 'a.js': 'x;\n' });
  repo.stage({ 'p/api/lgtm.config.yaml': OFF, 'p/api/a.js': BAD });
  const report = await checked(repo);
  assert.equal(found(report), []);
  assert.match(report.notes.join('\n'), /HEAD has no p\/api\/lgtm\.config\.yaml yet; the staged one counts/);
  repo.remove();
});

monorepo('names file and line of a fault, where the commit is concerned with the folder', async ({ repo }) => {
  repo.commit({ 'p/api/lgtm.config.yaml': 'rules: {}\nmode: off\n', 'p/web/lgtm.config.yaml': OFF });
  repo.stage({ 'p/web/a.js': 'y;\n' });
  assert.is((await check(repo)).code, 0, 'another folder');
  repo.stage({ 'p/api/a.js': 'y;\n' });
  const ran = await check(repo);
  assert.equal([ran.code, ran.stdout], [2, '']);
  assert.match(
    ran.stderr,
    /^lgtm: p\/api\/lgtm\.config\.yaml:2:1: "mode" counts only in the configuration at the top level/m,
  );
  repo.stage({ 'p/api/lgtm.config.yaml': OFF });
  assert.is((await check(repo)).code, 0, 'and a commit can mend it');
  repo.git('commit', '-q', '--no-verify', '-m', 'mend');
  for (const [text, message] of [
    ['rulse: {}\n', /p\/api\/lgtm\.config\.yaml:1:1: unknown key "rulse"; did you mean "rules"\?/],
    ['host: 203.0.113.9\n', /p\/api\/lgtm\.config\.yaml:1:1: "host" may only come from your own configuration/],
    ['rules: [\n', /p\/api\/lgtm\.config\.yaml:\d+:\d+: /],
  ] as const) {
    repo.stage({ 'p/api/lgtm.config.yaml': text });
    const fault = await check(repo);
    assert.is(fault.code, 2);
    assert.match(fault.stderr, message);
  }
});

monorepo('keeps files from the model by globs of the folder’s own', async ({ repo }) => {
  repo.commit({ 'p/api/lgtm.config.yaml': 'include: [src/**]\nexclude: [src/gen/**]\n' });
  repo.stage({
    'p/api/src/a.js': 'y;\n',
    'p/api/src/gen/a.js': 'y;\n',
    'p/api/a.js': 'y;\n',
    'p/web/src/gen/a.js': 'y;\n',
  });
  assert.equal((await checked(repo)).notReviewed.map(({ path, reason }) => `${path} ${reason}`).sort(), [
    'p/api/a.js excluded',
    'p/api/src/gen/a.js excluded',
  ]);
});

monorepo('is reviewed alike from every folder', async ({ repo }) => {
  repo.commit({ 'p/api/lgtm.config.yaml': OFF });
  repo.stage({ 'p/api/a.js': BAD, 'p/web/a.js': BAD });
  const there = await lgtm(['check', '--no-model', '--format', 'json'], { cwd: `${repo.root}/p/api`, env: repo.env });
  assert.equal(JSON.parse(there.stdout), await checked(repo));
});

monorepo.run();
