import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LgtmError } from '../errors.ts';
import { PACKAGE_URL } from '../root.ts';
import { visible } from '../text/visible.ts';
import { BEFORE, FIXED, PLANTED, type Shelf } from './demo-shop.ts';
import { print } from './output.ts';
import type { Run } from './table.ts';

const PACKAGE = fileURLToPath(PACKAGE_URL);

/** git's own environment variables must not lead the demo into the repository it was started from. */
const demoEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('GIT_') && name !== 'LGTM' && name !== 'CI'),
  ),
  LGTM: '1',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
});

const openShop = async (root: string, env: NodeJS.ProcessEnv) => {
  const { execa } = await import('execa');
  const options = {
    cwd: root,
    env: demoEnvironment(env),
    extendEnv: false,
    reject: false,
    all: true,
    stdin: 'ignore',
  } as const;
  const git = async (...args: string[]) => {
    const result = await execa('git', args, options);
    return { code: result.exitCode ?? 1, text: result.all ?? '' };
  };
  const lgtm = (...args: string[]) => execa(process.execPath, [join(PACKAGE, 'bin', 'lgtm.js'), ...args], options);
  const write = (shelf: Shelf): void => {
    for (const [name, text] of Object.entries(shelf)) writeFileSync(join(root, name), text);
  };
  return { git, lgtm, write };
};

type Shop = Awaited<ReturnType<typeof openShop>>;

const mustWork = ({ code, text }: { code: number; text: string }, what: string): void => {
  if (code !== 0)
    throw new LgtmError(`${what} failed: ${text.trim()}`, 'The demo needs git and a writable temporary folder.');
};

const show = async (title: string, text: string): Promise<void> => {
  await print(`\n$ ${title}\n`);
  for (const line of text.trimEnd().split('\n')) await print(`  ${visible(line)}\n`);
};

const prepare = async ({ git, lgtm, write }: Shop): Promise<void> => {
  mustWork(await git('init', '-q', '-b', 'main'), 'git init');
  for (const [key, value] of [
    ['user.name', 'lgtm demo'],
    ['user.email', 'demo@example.invalid'],
    ['commit.gpgSign', 'false'],
  ] as const)
    mustWork(await git('config', key, value), 'git config');
  write(BEFORE);
  mustWork(await git('add', '-A'), 'git add');
  mustWork(await git('commit', '-q', '-m', 'Add order totals'), 'git commit');
  const installed = await lgtm('install');
  await show('npx lgtm-hook install', installed.all ?? '');
  if (installed.exitCode !== 0) throw new LgtmError('the hook could not be installed', 'Run `lgtm doctor`.');
};

const commit = async ({ git, write }: Shop, shelf: Shelf, subject: string): Promise<number> => {
  write(shelf);
  mustWork(await git('add', '-A'), 'git add');
  const result = await git('commit', '-m', subject);
  await show(`git add -A && git commit -m "${subject}"`, result.text);
  await print(`  → ${result.code === 0 ? 'committed' : `blocked (git exits ${result.code})`}\n`);
  return result.code;
};

const modelLine = (output: string): string =>
  /NOT REVIEWED|needs a model/.test(output)
    ? 'No model took part: these are the rules that need none. For the others: install Ollama, then `ollama pull qwen2.5-coder:7b`.'
    : 'The rules that need a model were put to the one on this machine, where any applied. `lgtm doctor` says which it is.';

const play = async (shop: Shop): Promise<number> => {
  await prepare(shop);
  const first = await commit(shop, PLANTED, 'Find orders and give discounts');
  const second = await commit(shop, FIXED, 'Find orders and give discounts');
  const doctor = await shop.lgtm('doctor');
  await print(`\n${modelLine(`${doctor.all ?? ''}${doctor.exitCode === 0 ? '' : 'needs a model'}`)}\n`);
  if (first === 0) throw new LgtmError('the planted violations were not blocked', 'Run `lgtm doctor`.');
  if (second !== 0) throw new LgtmError('the fixed change was not let through', 'Run `lgtm doctor`.');
  return 0;
};

export const run: Run = async ({ env, flags }) => {
  const root = mkdtempSync(join(tmpdir(), 'lgtm-demo-'));
  await print(`lgtm demo in ${root}\n`);
  try {
    return await play(await openShop(root, env));
  } finally {
    if (flags['keep']) await print(`kept: ${root}\n`);
    else rmSync(root, { recursive: true, force: true });
  }
};
