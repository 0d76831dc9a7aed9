import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openRepo } from '../../lib/git/repo.ts';
import { repoState } from '../../lib/state/repository.ts';
import { readSkips, type Skip } from '../../lib/state/skips.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran, run } from '../support/run.ts';

const skip = suite<{ repo: TestRepo }>('skipping the hook');

const EVAL = ['ev', 'al(req.query.x)'].join('');
const BAD = `export const f = (req) => ${EVAL};\n`;

skip.before.each(async (context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'export const a = 1;\n' });
  assert.is((await lgtm(['install'], { cwd: context.repo.root, env: context.repo.env })).code, 0);
});
skip.after.each(({ repo }) => repo.remove());

const commit = (repo: TestRepo, env: NodeJS.ProcessEnv): Promise<Ran> =>
  run('git', ['commit', '-m', 'change'], { cwd: repo.root, env: { ...repo.env, ...env } });
const skipsOf = async ({ root, env }: TestRepo): Promise<readonly Skip[]> =>
  readSkips(await repoState((await openRepo(root, env)).git, env));

skip('with a reason lets the commit pass, says so, and writes it down outside of the repository', async ({ repo }) => {
  const head = repo.git('rev-parse', 'HEAD').trim();
  repo.stage({ 'a.js': BAD });
  const ran = await commit(repo, { LGTM_SKIP_REASON: 'hotfix\u001b[31m, seen by two' });
  assert.is(ran.code, 0);
  assert.match(
    ran.stderr,
    /^lgtm: skipped \(LGTM_SKIP_REASON: hotfix<U\+001B>\[31m, seen by two\); recorded, `lgtm doctor` lists it$/m,
  );
  const [one, ...more] = await skipsOf(repo);
  assert.equal(more, []);
  assert.equal([one?.repository, one?.head, one?.stage], [repo.root, head, 'pre-commit']);
  assert.match(one?.reason ?? '', /^hotfix/);
  assert.ok(Math.abs(Date.now() - Date.parse(one?.at ?? '')) < 600_000);
  const doctor = await lgtm(['doctor'], { cwd: repo.root, env: repo.env });
  assert.match(doctor.stdout, /note {2}skips: the hook was skipped 1 times in the last 30 days; .* pre-commit: hotfix/);
});

skip('with LGTM=0 is written down as well, with the reason where there is one', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  assert.match((await commit(repo, { LGTM: '0' })).stderr, /^lgtm: skipped \(LGTM=0\); recorded/m);
  repo.stage({ 'b.js': BAD });
  await commit(repo, { LGTM: '0', LGTM_SKIP_REASON: 'a spike' });
  assert.equal(
    (await skipsOf(repo)).map(({ reason }) => reason),
    ['', 'a spike'],
  );
});

skip('holds once: the next commit is reviewed', async ({ repo }) => {
  repo.stage({ 'a.js': BAD });
  await commit(repo, { LGTM: '0' });
  repo.stage({ 'b.js': BAD });
  assert.is((await commit(repo, {})).code, 1);
  assert.is((await commit(repo, { LGTM_SKIP_REASON: '  ' })).code, 1, 'blanks are no reason');
});

skip('lets the commit pass also where it cannot be written down', async ({ repo }) => {
  mkdirSync(join(repo.home, '.local'), { recursive: true });
  writeFileSync(join(repo.home, '.local', 'state'), 'a file in the way');
  repo.stage({ 'a.js': BAD });
  const ran = await commit(repo, { LGTM: '0' });
  assert.is(ran.code, 0);
  assert.match(ran.stderr, /^lgtm: skipped \(LGTM=0\); not recorded: .* cannot be written$/m);
});

skip('works before the first commit', async () => {
  const repo = makeRepo();
  await lgtm(['install'], { cwd: repo.root, env: repo.env });
  repo.stage({ 'a.js': BAD });
  assert.is((await commit(repo, { LGTM: '0' })).code, 0);
  assert.is((await skipsOf(repo))[0]?.head, null);
  repo.remove();
});

skip.run();
