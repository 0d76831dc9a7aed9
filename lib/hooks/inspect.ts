import { accessSync, constants, readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Git } from '../git/exec.ts';
import { openGit } from '../git/repo.ts';
import { asideNames, asidePath } from './aside.ts';
import { readManagerConfigs, readSmall } from './configs.ts';
import { readConfigured } from './configured.ts';
import { readHookFile } from './file.ts';
import { isTracked, readFolder } from './folder.ts';
import { readPackage, readTemplates } from './package.ts';
import { exists, lstatOf, realPath, statOf } from './paths.ts';
import type { HookFolder, HookSite, StageSite } from './site.ts';
import { STAGES, type Stage } from './stages.ts';
import { readOwnHook } from './template.ts';

const isOwn = (path: string, template: string): boolean => readOwnHook(readSmall(path), template) !== null;

const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** husky 9 keeps the hooks one folder above the generated files that git runs. */
const pathOf = (folder: HookFolder, stage: Stage): string =>
  join(folder.husky === 9 ? dirname(folder.path) : folder.path, stage);

/** An installation that was cut off between its two steps leaves the old hook in both places; that is not in the way. */
const sameHook = (a: string, b: string): boolean => {
  const [left, right] = [lstatOf(a), lstatOf(b)];
  if (!left || !right) return false;
  if (left.isSymbolicLink() && right.isSymbolicLink()) return readlinkSync(a) === readlinkSync(b);
  return left.ino === right.ino && left.dev === right.dev;
};

/** What an earlier installation moved aside and nothing of ours calls any longer, relative to the hook's folder. */
const leftAside = (path: string, stage: Stage): string | null =>
  asideNames(path, stage).find((name) => exists(asidePath(path, name)) && !sameHook(asidePath(path, name), path)) ??
  null;

const neighboursOf = (path: string): string[] => {
  const folder = statOf(dirname(path));
  if (!folder?.isDirectory()) return [];
  return readdirSync(dirname(path)).filter(
    (name) => name !== basename(path) && !name.endsWith('.sample') && !name.includes('.lgtm-'),
  );
};

/** What is known before the stages are looked at one by one. */
interface Known {
  readonly git: Git;
  readonly folder: HookFolder;
  readonly template: string;
  readonly configured: ReadonlyMap<Stage, string>;
  readonly calling: (stage: Stage) => readonly string[];
}

/** Where hooks are switched off there is nothing to look at. */
const NOTHING = {
  file: { kind: 'absent' },
  tracked: false,
  taken: null,
  orphan: null,
  movedTo: null,
  unlinked: false,
  neighbours: [],
} as const;

const readStage = async (known: Known, stage: Stage): Promise<StageSite> => {
  const { git, folder, template } = known;
  const path = pathOf(folder, stage);
  const shared = { stage, path, configured: known.configured.get(stage) ?? null, calling: known.calling(stage) };
  if (folder.place === 'off') return { ...shared, ...NOTHING };
  const file = readHookFile(path, template);
  const aside = file.kind === 'own' ? null : leftAside(path, stage);
  return {
    ...shared,
    file,
    tracked: folder.place === 'worktree' && (await isTracked(git, path)),
    taken: file.kind === 'other' ? aside : null,
    orphan: file.kind === 'absent' ? aside : null,
    movedTo: isOwn(`${path}.legacy`, template) ? `${path}.legacy` : null,
    unlinked: folder.husky === 9 && !runs(join(folder.path, stage)),
    neighbours: neighboursOf(path),
  };
};

/** Everything that an installation or its removal has to know, and the git to carry it out with. Changes nothing. Throws GitError. */
export const inspectHooks = async (
  cwd: string,
  env: NodeJS.ProcessEnv,
  stages: readonly Stage[] = STAGES,
): Promise<{ readonly git: Git; readonly site: HookSite }> => {
  const { git, root } = await openGit(cwd, env);
  const templates = readTemplates();
  const [folder, version, configured] = await Promise.all([
    readFolder(git, root),
    git.text(['version']),
    readConfigured(git),
  ]);
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(version) ?? [];
  const found = readPackage(realPath(root), realPath(cwd));
  const { configs, dormant, calling } = readManagerConfigs(root, found.scripts);
  const known = { git, folder, template: templates.hook, configured, calling };
  const site: HookSite = {
    root,
    gitVersion: [Number(major), Number(minor)],
    folder,
    stages: await Promise.all(stages.map((stage) => readStage(known, stage))),
    package: found,
    templates,
    configs,
    dormant,
  };
  return { git, site };
};
