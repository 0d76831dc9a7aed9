import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a program is given on standard input. */
type Input = string | Buffer;

/** A real repository in a temporary folder, with a home of its own; nothing of the developer's configuration reaches it. */
export interface TestRepo {
  readonly root: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** A folder of its own beside the repository, for further repositories. */
  readonly beside: string;
  git(...args: string[]): string;
  /** As `git`, with something on standard input. */
  input(text: Input, ...args: string[]): string;
  /** As `git`, in another folder, under further variables. */
  gitIn(cwd: string, args: readonly string[], env?: NodeJS.ProcessEnv): string;
  write(path: string, content: string | Buffer): void;
  link(path: string, target: string): void;
  stage(files: Readonly<Record<string, string | Buffer>>): void;
  commit(files: Readonly<Record<string, string | Buffer>>, subject?: string): void;
  chmod(path: string, mode: number): void;
  remove(): void;
}

export const testEnvironment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_CACHE_HOME: join(home, '.cache'),
  XDG_STATE_HOME: join(home, '.local', 'state'),
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Test Author',
  GIT_AUTHOR_EMAIL: 'test@example.invalid',
  GIT_COMMITTER_NAME: 'Test Author',
  GIT_COMMITTER_EMAIL: 'test@example.invalid',
  // Nothing listens there: a test that wants a model starts one.
  OLLAMA_HOST: '127.0.0.1:1',
  NO_COLOR: '1',
});

/** Makes an empty repository on branch `main`; `options` go to `git init`. */
export const makeRepo = (...options: string[]): TestRepo => {
  const base = mkdtempSync(join(tmpdir(), 'lgtm-test-'));
  const root = join(base, 'repo');
  const home = join(base, 'home');
  mkdirSync(root);
  mkdirSync(home);
  const env = testEnvironment(home);
  const call = (cwd: string, args: readonly string[], input: Input = '', more: NodeJS.ProcessEnv = {}): string =>
    execFileSync('git', args, { cwd, env: { ...env, ...more }, input, stdio: 'pipe', maxBuffer: 1e9 }).toString();
  const git = (...args: string[]): string => call(root, args);
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const stage = (files: Readonly<Record<string, string | Buffer>>): void => {
    for (const [path, content] of Object.entries(files)) write(path, content);
    git('add', '-A');
  };
  const repo: TestRepo = {
    root,
    home,
    beside: base,
    env,
    git,
    input: (text, ...args) => call(root, args, text),
    gitIn: (cwd, args, more) => call(cwd, args, '', more),
    write,
    stage,
    link: (path, target) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      symlinkSync(target, join(root, path));
    },
    commit: (files, subject = 'start') => {
      stage(files);
      git('commit', '-q', '--no-verify', '--allow-empty', '-m', subject);
    },
    chmod: (path, mode) => chmodSync(join(root, path), mode),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
  git('init', '-q', '-b', 'main', ...options);
  git('config', 'gc.auto', '0');
  return repo;
};
