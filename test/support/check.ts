import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import type { TestRepo } from './repo.ts';
import { lgtm, type Ran } from './run.ts';

/** `lgtm check --no-model` in a repository, by the real program. */
export const check = (repo: TestRepo, ...args: string[]): Promise<Ran> =>
  lgtm(['check', '--no-model', ...args], { cwd: repo.root, env: repo.env });

/** Its report; a run that gives none fails with what it said instead. */
export const checked = async (repo: TestRepo): Promise<Report> => {
  const ran = await check(repo, '--format', 'json');
  assert.ok(ran.stdout, ran.stderr);
  return JSON.parse(ran.stdout) as Report;
};
