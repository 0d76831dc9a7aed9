import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRepo, type TestRepo } from './repo.ts';
import { run } from './run.ts';

/** A repository in which programs are named that must never run; each that runs leaves its name in a folder. */
export interface TrapSite {
  readonly repo: TestRepo;
  /** Path of a program that leaves `name` behind when it runs. */
  program(name: string): string;
  /** Names of the programs that ran since the last call. */
  sprung(): string[];
}

/** Something that git runs because a repository, its configuration or its content says so. */
export interface Trap {
  readonly name: string;
  arm(site: TrapSite): void;
  /** A shell command by which plain git falls into it. */
  readonly spring: string;
  /** Where to call from, below the repository. */
  readonly from?: string;
  /** Variables that belong to the trap. */
  readonly env?: (site: TrapSite) => NodeJS.ProcessEnv;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A repository with a staged change on two files, one of which breaks a rule, and nothing armed. */
export const makeTrapSite = (): TrapSite => {
  const repo = makeRepo();
  const marks = join(repo.home, 'marks');
  const programs = join(repo.home, 'programs');
  mkdirSync(marks);
  mkdirSync(programs);
  repo.commit({ 'a.x': 'one\n', 'sub/b.js': 'b\n' });
  repo.stage({ 'a.x': 'one\ntwo\n', 'sub/b.js': 'b\neval(input);\n' });
  const program = (name: string): string => {
    const path = join(programs, name);
    writeFileSync(path, `#!/bin/sh\n: >${quoted(join(marks, name))}\nexit 0\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const sprung = (): string[] => {
    const names = readdirSync(marks).sort();
    for (const name of names) rmSync(join(marks, name));
    return names;
  };
  return { repo, program, sprung };
};

/** Runs plain git into a trap. */
export const spring = async (trap: Trap, site: TrapSite): Promise<void> => {
  const cwd = join(site.repo.root, trap.from ?? '');
  await run('/bin/sh', ['-c', trap.spring], { cwd, env: { ...site.repo.env, ...trap.env?.(site) } });
};

/** Whether a terminal can be had for a command; a pager is started on nothing else. */
export const TERMINAL = existsSync('/usr/bin/script');
