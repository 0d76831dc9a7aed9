import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files of a published version, by path, as latin1: bytes stay what they are, and lines can be told. */
export type Tree = ReadonlyMap<string, string>;

/** What packages hold beside what people write: built, bundled, or taken over from others. */
const BUILT =
  /(?:^|\/)(?:dist|build|umd|cjs|esm|_esm|_cjs|_types|es|node_modules|vendor|deps|prebuilds|generated)\/|\.min\.\w+$|\.map$|\.d\.[cm]?ts$|\.bundle\.|~$/;

const fileOf = (name: string, version: string): string => `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;

/** Fetches a version once into the cache. Throws where npm cannot. */
const fetched = (cache: string, name: string, version: string): string => {
  const file = join(cache, fileOf(name, version));
  if (existsSync(file)) return file;
  const folder = mkdtempSync(join(cache, 'fetch-'));
  try {
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder], { stdio: 'pipe' });
    renameSync(join(folder, readdirSync(folder)[0] ?? ''), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return file;
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The files of a published version; where `written` is set those alone that people wrote, by `only` or by their place. */
export const treeOf = (
  cache: string,
  name: string,
  version: string,
  { only, written }: { readonly only?: RegExp | undefined; readonly written: boolean },
): Tree => {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'lgtm-unpacked-'));
  try {
    const archive = fetched(cache, name, version);
    execFileSync('tar', ['xzf', archive, '-C', folder, '--strip-components=1', '--no-same-permissions']);
    const paths = filesBelow(folder).map((file) => [file.slice(folder.length + 1), file] as const);
    return new Map(
      paths
        .filter(([path]) => !written || (only ? only.test(path) : !BUILT.test(path)))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, file]) => [path, readFileSync(file, 'latin1')]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
