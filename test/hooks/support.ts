import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspectHooks } from '../../lib/hooks/inspect.ts';
import { carryOut } from '../../lib/hooks/install.ts';
import { planInstall } from '../../lib/hooks/plan.ts';
import { planRemoval, type Removal } from '../../lib/hooks/removal.ts';
import { applyRemovals } from '../../lib/hooks/remove.ts';
import { STAGES, type Stage } from '../../lib/hooks/stages.ts';
import type { InstallOptions, Step } from '../../lib/hooks/steps.ts';
import { makeRepo, type TestRepo, testEnvironment } from '../support/repo.ts';

export const HOOKS = join(import.meta.dirname, '..', '..', 'hooks');

/** Takes the place of the program: says that it ran, with what, and ends as it is told to. */
const STAND_IN = `import { appendFileSync, fstatSync, readFileSync } from 'node:fs';
const args = process.argv.slice(2);
if (args[0] === '--version') process.exit(process.env.STAND_IN_BROKEN ? 1 : 0);
const stdin = fstatSync(0).isCharacterDevice() ? '' : readFileSync(0, 'utf8');
const { NODE_OPTIONS, ELECTRON_RUN_AS_NODE, GIT_INDEX_FILE, LGTM_STAGE } = process.env;
const seen = { args, stdin, cwd: process.cwd(), program: process.argv[1], NODE_OPTIONS, ELECTRON_RUN_AS_NODE, GIT_INDEX_FILE, LGTM_STAGE };
appendFileSync(process.env.STAND_IN_LOG, JSON.stringify(seen) + '\\n');
process.exit(Number(process.env.STAND_IN_EXIT ?? 0));
`;

/** Puts a package into a `node_modules` folder: the hooks of this checkout, and the stand-in for its program. */
export const putPackage = (folder: string): string => {
  const home = join(folder, 'node_modules', 'lgtm-hook');
  for (const folder of ['bin', 'dist']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, 'dist', 'start.cjs'), '');
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(home, 'bin', 'lgtm.js'), STAND_IN);
  cpSync(HOOKS, join(home, 'hooks'), { recursive: true });
  return home;
};

/** One run of the stand-in. */
export interface Seen {
  readonly args: readonly string[];
  readonly stdin: string;
  readonly cwd: string;
  readonly program: string;
  readonly NODE_OPTIONS?: string;
  readonly ELECTRON_RUN_AS_NODE?: string;
  readonly GIT_INDEX_FILE?: string;
  readonly LGTM_STAGE?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with a home of its own in which hooks can be started; no repository yet. */
export interface HookFolder {
  readonly root: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  write(path: string, content: string | Buffer): void;
  /** Runs a program in the folder (or in `cwd`, relative to it) and waits for it. */
  start(program: string, args: readonly string[], more?: StartOptions): Ended;
  /** What the stand-in saw since the last call. */
  seen(): readonly Seen[];
  /** Writes a hook, executable unless told otherwise. */
  hook(path: string, text: string | Buffer, mode?: number): void;
  /** Lines that hooks wrote with `echo … >> "$MARKS"` since the last call. */
  marks(): readonly string[];
  remove(): void;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

export interface HookRepo extends TestRepo, HookFolder {
  /** Stages a change and commits it with the hooks that are in place. */
  tryCommit(env?: NodeJS.ProcessEnv): Ended;
  /** Puts the hooks in place as the command does; throws what it throws. */
  install(options?: Partial<InstallOptions>, stages?: readonly Stage[], cwd?: string): Promise<readonly Step[]>;
  uninstall(force?: boolean): Promise<readonly Removal[]>;
}

const linesSince = (path: string): string[] => {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  writeFileSync(path, '');
  return lines;
};

const installer = (root: string, env: NodeJS.ProcessEnv): Pick<HookRepo, 'install' | 'uninstall'> => ({
  install: async (options = {}, stages = ['pre-commit'], cwd = '') => {
    const at = join(root, cwd);
    const { git, site } = await inspectHooks(at, env, stages);
    const steps = planInstall(site, { method: 'file', force: false, yes: false, ...options });
    if (steps.every((step) => step.kind !== 'stop')) await carryOut(git, site, steps, env);
    return steps;
  },
  uninstall: async (force = false) => {
    const { git, site } = await inspectHooks(root, env, STAGES);
    const removals = planRemoval(site, force);
    const wanted = removals.filter(({ kind }) => kind !== 'stop');
    await applyRemovals(git, wanted);
    return removals;
  },
});

type Tools = Pick<HookFolder, 'env' | 'start' | 'seen' | 'hook' | 'marks'>;

const toolsFor = (root: string, home: string, plain: NodeJS.ProcessEnv): Tools => {
  const log = join(home, 'stand-in.log');
  const marks = join(home, 'marks');
  const env: NodeJS.ProcessEnv = { ...plain, STAND_IN_LOG: log, MARKS: marks };
  return {
    env,
    start: (program, args, more = {}) => {
      const place = { cwd: join(root, more.cwd ?? ''), env: { ...env, ...more.env } };
      const { status, stdout, stderr } = spawnSync(program, args, {
        ...place,
        input: more.input ?? '',
        encoding: 'utf8',
      });
      return { code: status, stdout, stderr };
    },
    seen: () => linesSince(log).map((line) => JSON.parse(line) as Seen),
    marks: () => linesSince(marks),
    hook: (path, text, mode = 0o755) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
      chmodSync(join(root, path), mode);
    },
  };
};

/** A folder with the stand-in package in its `node_modules`. */
export const makeHookFolder = (): HookFolder => {
  const base = mkdtempSync(join(tmpdir(), 'lgtm-test-'));
  const [root, home] = [join(base, 'tree'), join(base, 'home')];
  for (const folder of [root, home]) mkdirSync(folder);
  putPackage(root);
  const tools = toolsFor(root, home, testEnvironment(home));
  return {
    root,
    home,
    ...tools,
    write: (path, content) => tools.hook(path, content, 0o644),
    remove: () => rmSync(base, { recursive: true }),
  };
};

/** A repository with one commit and, unless told otherwise, the stand-in package in its `node_modules`. */
export const makeHookRepo = (withPackage = true): HookRepo => {
  const repo = makeRepo();
  const tools = toolsFor(repo.root, repo.home, repo.env);
  repo.write('.git/info/exclude', 'node_modules\n');
  if (withPackage) putPackage(repo.root);
  repo.commit({ 'a.txt': 'a\n' });
  let changes = 0;
  return {
    ...repo,
    ...tools,
    tryCommit: (more) => {
      changes += 1;
      repo.write('a.txt', `a${changes}\n`);
      repo.git('add', 'a.txt');
      return tools.start('git', ['commit', '-q', '-m', 'change'], more ? { env: more } : {});
    },
    ...installer(repo.root, tools.env),
  };
};

/** The one step of a plan for one stage. */
export const only = <T>(list: readonly T[]): T => {
  const [first] = list;
  if (list.length !== 1 || first === undefined) throw new Error(`expected one, got ${list.length}`);
  return first;
};

/** An executable that writes its name into MARKS and then is node. */
export const markedNode = (path: string, name: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho ${name} >> "$MARKS"\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
};
