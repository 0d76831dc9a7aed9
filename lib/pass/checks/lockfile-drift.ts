import type { StagedFile } from '../../types.ts';
import type { Change, ChangeFound } from './kinds.ts';

interface Ecosystem {
  readonly manifest: string;
  /** A line of the manifest that names a dependency and its version. */
  readonly dependency: RegExp;
  readonly locks: readonly string[];
}

const NOT_A_PACKAGE = /^\s*"(?:version|node|npm|pnpm|yarn|bun|vscode|packageManager|name|type|engines)"\s*:/;

/** To add an ecosystem: one entry here. */
const ECOSYSTEMS: readonly Ecosystem[] = [
  {
    manifest: 'package.json',
    dependency: /^\s*"@?[\w./-]+"\s*:\s*"(?:[\^~]?\d|workspace:|npm:|file:|link:|\*|[<>]=?\s*\d|git\+|github:|https?:)/,
    locks: ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'],
  },
  {
    manifest: 'Cargo.toml',
    dependency:
      /^\s*(?!(?:version|edition|name|rust-version|license|resolver|readme|description|repository|homepage|documentation|authors|categories|keywords|publish|build|links|include|exclude|workspace|path|default|opt-level|lto|panic|debug|strip)\b)[A-Za-z][\w-]*\s*=\s*(?:"[\^~=<>]?\s*\d|\{.*(?:version|git|path|workspace)\s*=)/,
    locks: ['Cargo.lock'],
  },
  { manifest: 'go.mod', dependency: /^\s*(?:require\s+|replace\s+)?[\w.-]+\.[\w.-]+\/\S+\s+v\d/, locks: ['go.sum'] },
  { manifest: 'Gemfile', dependency: /^\s*gem\s+["']/, locks: ['Gemfile.lock'] },
  { manifest: 'composer.json', dependency: /^\s*"[\w.-]+\/[\w.-]+"\s*:\s*"/, locks: ['composer.lock'] },
  {
    manifest: 'pyproject.toml',
    dependency: /^\s*(?:"[A-Za-z][\w.\-[\]]*\s*(?:[<>=!~]=?|@)|[A-Za-z][\w-]*\s*=\s*(?:"[\^~]\d|\{.*version\s*=))/,
    locks: ['poetry.lock', 'uv.lock', 'pdm.lock'],
  },
  { manifest: 'pubspec.yaml', dependency: /^\s{2}[a-z]\w*:\s*["']?\^?\d+\.\d/, locks: ['pubspec.lock'] },
];

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folder of a path and every folder above it, with a closing slash; the top level last. */
const foldersUp = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, parts.length - i).join('/')}/`).concat('');
};

const changedLine = ({ addedLines, removedLines }: StagedFile, { dependency }: Ecosystem) => {
  const isDependency = ({ text }: { text: string }): boolean => dependency.test(text) && !NOT_A_PACKAGE.test(text);
  return addedLines.find(isDependency) ?? removedLines.find(isDependency);
};

const firstTracked = async (paths: readonly string[], { extras }: Change): Promise<string | null> => {
  for (const path of paths) if (await extras.tracked(path)) return path;
  return null;
};

const driftOf = async (file: StagedFile, change: Change, staged: ReadonlySet<string>): Promise<ChangeFound | null> => {
  const ecosystem = ECOSYSTEMS.find(({ manifest }) => manifest === nameOf(file.path));
  const line = ecosystem && file.status !== 'D' ? changedLine(file, ecosystem) : undefined;
  if (!ecosystem || !line) return null;
  const locks = foldersUp(file.path).flatMap((folder) => ecosystem.locks.map((lock) => folder + lock));
  const lock = locks.some((path) => staged.has(path)) ? null : await firstTracked(locks, change);
  return lock ? { path: file.path, line: line.line, quote: line.text, note: `${lock} is not staged` } : null;
};

/** Finds manifests whose dependencies change while the lock file that the repository keeps for them does not. */
export const lockfileDrift = async (change: Change): Promise<ChangeFound[]> => {
  const staged = new Set(change.files.map(({ path }) => path));
  const found: ChangeFound[] = [];
  for (const file of change.files) {
    const drift = await driftOf(file, change, staged);
    if (drift) found.push(drift);
  }
  return found;
};
