import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepo, type TestRepo } from '../../test/support/repo.ts';

/** Real changes: what changed between two published versions of a package, as much of it as a commit of usual size holds. */

/** Packages that publish readable source, each with two versions that follow one another. */
export const RELEASES: readonly (readonly [name: string, before: string, after: string])[] = [
  ['body-parser', '1.20.2', '1.20.3'],
  ['commander', '13.0.0', '13.1.0'],
  ['debug', '4.3.7', '4.4.0'],
  ['execa', '9.5.1', '9.5.2'],
  ['fastify', '5.2.0', '5.2.1'],
  ['mysql2', '3.11.4', '3.11.5'],
  ['nodemailer', '6.9.15', '6.9.16'],
  ['pino', '9.5.0', '9.6.0'],
  ['undici', '6.21.0', '6.21.1'],
  ['ws', '8.18.0', '8.18.1'],
];

/** Files and added lines of a commit of usual size. */
const MOST = { files: 5, added: 60 } as const;

const unpack = (spec: string, into: string): void => {
  const folder = mkdtempSync(join(tmpdir(), 'lgtm-pack-'));
  execFileSync('npm', ['pack', spec, '--silent', '--pack-destination', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [archive = ''] = readdirSync(folder);
  execFileSync('tar', ['xzf', join(folder, archive), '-C', into, '--strip-components=1']);
  rmSync(folder, { recursive: true, force: true });
};

const empty = (repo: TestRepo): void => {
  for (const name of readdirSync(repo.root)) if (name !== '.git') rmSync(join(repo.root, name), { recursive: true });
};

const isSource = (head: string): boolean =>
  /^diff --git a\/\S+\.(?:js|mjs|cjs|ts) /.test(head) && !/\.min\.|\.d\.ts |\/dist\/|bundle/.test(head);

const addedIn = (hunk: string): number => hunk.split('\n').filter((line) => line.startsWith('+')).length;

/** The first hunks of source files, up to the size of a usual commit. */
const trimmed = (patch: string): string => {
  let added = 0;
  const files = patch.split(/^(?=diff --git )/m).filter((file) => isSource(file) && file.includes('\n@@ '));
  const parts = files.slice(0, MOST.files).map((file) => {
    const [head = '', ...hunks] = file.split(/^(?=@@ )/m);
    const taken = hunks.filter((hunk) => {
      const fits = added + addedIn(hunk) <= MOST.added;
      if (fits) added += addedIn(hunk);
      return fits;
    });
    return taken.length === 0 ? '' : head + taken.join('');
  });
  return parts.join('');
};

/** A repository that holds the older version and its policies, with a part of the newer one staged. The caller removes it. */
export const stageRelease = (
  [name, before, after]: (typeof RELEASES)[number],
  policies: Readonly<Record<string, string>>,
): TestRepo => {
  const repo = makeRepo();
  unpack(`${name}@${before}`, repo.root);
  repo.commit(policies, `${name} ${before}`);
  empty(repo);
  unpack(`${name}@${after}`, repo.root);
  for (const [path, text] of Object.entries(policies)) repo.write(path, text);
  repo.git('add', '-A');
  const patch = trimmed(repo.git('diff', '--cached', '--no-renames', 'HEAD'));
  repo.git('reset', '-q', '--hard', 'HEAD');
  repo.write('.git/part.patch', patch);
  repo.git('apply', '--index', '--recount', '.git/part.patch');
  return repo;
};
