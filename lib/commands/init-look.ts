import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import type { Git } from '../git/exec.ts';
import { inspectHooks } from '../hooks/inspect.ts';
import { planInstall } from '../hooks/plan.ts';
import { askPresence, ollamaHosts } from '../models/presence.ts';
import { modelSettings } from '../models/settings.ts';
import { languageOf } from '../text/language.ts';
import type { Invocation } from './row.ts';

/** Files of the index that are looked at, and languages that are named. */
const MOST = { files: 50_000, languages: 5 } as const;

/** The first paths of the index. */
async function* trackedPaths(git: Git): AsyncGenerator<string> {
  let left: number = MOST.files;
  let rest = '';
  for await (const chunk of git.stream(['ls-files', '-z'])) {
    const paths = (rest + chunk.toString('utf8')).split('\0');
    rest = paths.pop() ?? '';
    for (const path of paths) {
      if (left-- <= 0) return;
      yield path;
    }
  }
}

/** What a repository is written in, the most frequent first. */
export const readLanguages = async (git: Git): Promise<string> => {
  const counts = new Map<string, number>();
  for await (const path of trackedPaths(git)) {
    const language = languageOf(path);
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, MOST.languages);
  return sorted.length === 0
    ? 'none yet: nothing is staged or committed'
    : sorted.map(([name, n]) => `${name} (${n})`).join(', ');
};

/** Package managers by their lock files, and how each runs a program of the project. */
const MANAGERS: readonly { readonly name: string; readonly files: readonly string[]; readonly run: string }[] = [
  { name: 'pnpm', files: ['pnpm-lock.yaml'], run: 'pnpm exec lgtm-hook' },
  { name: 'yarn', files: ['yarn.lock'], run: 'yarn lgtm-hook' },
  { name: 'bun', files: ['bun.lock', 'bun.lockb'], run: 'bunx lgtm-hook' },
  { name: 'npm', files: ['package-lock.json', 'npm-shrinkwrap.json', 'package.json'], run: 'npx lgtm-hook' },
];

/** What `packageManager` in package.json says, where it says anything. */
const declared = (root: string): string | null => {
  const path = join(root, 'package.json');
  try {
    if (!lstatSync(path).isFile() || lstatSync(path).size > 1_000_000) return null;
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const named = (value as { readonly packageManager?: unknown } | null)?.packageManager;
    return typeof named === 'string' ? (/^(pnpm|yarn|bun|npm)@/.exec(named)?.[1] ?? null) : null;
  } catch {
    return null;
  }
};

/** The package manager of a project, and the command that reaches lgtm through it. */
export const readPackageManager = (root: string): { readonly name: string | null; readonly run: string } => {
  const wanted = declared(root);
  const found =
    MANAGERS.find(({ name }) => name === wanted) ??
    MANAGERS.find(({ files }) => files.some((file) => existsSync(join(root, file))));
  return { name: found?.name ?? null, run: found?.run ?? 'lgtm' };
};

/** Whether the hook is there, and who manages hooks. */
export const readHook = async ({
  cwd,
  env,
}: Invocation): Promise<{ readonly said: string; readonly isInPlace: boolean }> => {
  try {
    const { site } = await inspectHooks(cwd, env, ['pre-commit']);
    const [step] = planInstall(site, { method: 'file', force: false, yes: false });
    const file = site.stages[0]?.file;
    const manager =
      site.folder.husky !== null ? 'husky' : file?.kind === 'other' ? file.manager?.name : site.dormant?.name;
    const managed = manager
      ? `managed by ${manager}`
      : file?.kind === 'other'
        ? 'there is one, which keeps running first'
        : 'none yet';
    return step?.kind === 'keep' ? { said: 'lgtm is in place', isInPlace: true } : { said: managed, isInPlace: false };
  } catch (error) {
    return { said: messageOf(error), isInPlace: false };
  }
};

/** The models that can be asked on this machine, the one that would be chosen first. */
export const readModels = async (config: Config, env: NodeJS.ProcessEnv): Promise<string> => {
  if (config.provider !== 'ollama') return `asked through ${config.provider}; \`lgtm doctor\` tries it`;
  try {
    const [host] = ollamaHosts(modelSettings(config), env);
    if (!host) return 'none';
    const { models } = await askPresence(host, AbortSignal.timeout(3_000));
    return models.length === 0 ? 'none: ollama pull qwen2.5-coder:7b' : models.slice(0, 5).join(', ');
  } catch (error) {
    return `none that can be reached (${messageOf(error)}); rules that need none work without`;
  }
};
