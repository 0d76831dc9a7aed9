import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULTS } from '../config/config.ts';
import { CONFIG_FILE, loadConfig } from '../config/load.ts';
import { EXIT, LgtmError, messageOf } from '../errors.ts';
import { openRepo, type Repo } from '../git/repo.ts';
import { PACKAGE_URL } from '../root.ts';
import { visible } from '../text/visible.ts';
import { readHook, readLanguages, readModels, readPackageManager } from './init-look.ts';
import { print } from './output.ts';
import type { Invocation, Run } from './row.ts';

const TEMPLATE = fileURLToPath(new URL('specs/config-template.yaml', PACKAGE_URL));

const row = (name: string, text: string): string => `${name.padEnd(16)} ${visible(text)}\n`;

/** What is true of the models whatever the repository's configuration says. */
const readConfig = async (repo: Repo, env: NodeJS.ProcessEnv) => {
  try {
    return (await loadConfig(repo, env)).config;
  } catch {
    return DEFAULTS;
  }
};

/** Writes a file that does not exist yet; what could not be written whole is taken away again. Throws LgtmError. */
export const writeNew = (path: string, text: string): void => {
  let isOurs = false;
  try {
    // `wx` fails on anything that stands there, a dangling link included.
    const file = openSync(path, 'wx', 0o644);
    isOurs = true;
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    if (isOurs) unlinkSync(path);
    throw new LgtmError(
      `cannot write ${path}: ${messageOf(cause)}`,
      'Check the folder’s permissions, and that the disk is not full.',
      {
        cause,
      },
    );
  }
};

/** Whether anything stands at a path, a dangling link included. */
export const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Asks on a terminal; anything but a yes is a no. */
const agrees = async (question: string): Promise<boolean> => {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await reader.question(question)).trim());
  } finally {
    reader.close();
  }
};

/** The one thing that cannot be found out: whether the hook is wanted now. */
const offerHook = async (call: Invocation, run: string): Promise<number> => {
  await print(`\nNext: ${run} install\n`);
  const asks = process.stdin.isTTY && process.stdout.isTTY && !call.flags['yes'];
  if (!asks || !(await agrees('Put the hook in place now? [y/N] '))) return EXIT.ok;
  const install = await import('./install.ts');
  return install.run({ ...call, flags: {}, words: [] });
};

export const run: Run = async (call) => {
  const repo = await openRepo(call.cwd, call.env);
  const manager = readPackageManager(repo.root);
  const [languages, hook, models] = await Promise.all([
    readLanguages(repo.git),
    readHook(call),
    readConfig(repo, call.env).then((config) => readModels(config, call.env)),
  ]);
  await print(row('repository', repo.root));
  await print(row('languages', languages));
  await print(row('package manager', manager.name ?? 'none found'));
  await print(row('hook', hook.said));
  await print(row('models', models));
  const path = join(repo.root, CONFIG_FILE);
  if (isThere(path)) await print(`\n${CONFIG_FILE} is there already and stays as it is\n`);
  else {
    writeNew(path, readFileSync(TEMPLATE, 'utf8'));
    await print(`\nwrote ${CONFIG_FILE}: every line is a default; change what you need and commit it\n`);
  }
  return hook.isInPlace ? EXIT.ok : offerHook(call, manager.run);
};
