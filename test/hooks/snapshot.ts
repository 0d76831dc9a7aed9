import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

const fingerprint = (path: string): string => {
  const stat = lstatSync(path);
  const mode = (stat.mode & 0o7777).toString(8);
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  return stat.isFile() ? `${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}` : mode;
};

/** Every entry below a folder with its permissions and bytes; what git itself writes at a commit is left out. */
export const snapshot = (root: string): Record<string, string> => {
  const found: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const key = relative(root, path);
      if (/^(?:node_modules|\.git\/(?:objects|logs|refs|index|COMMIT_EDITMSG|ORIG_HEAD))$/.test(key)) continue;
      found[key] = fingerprint(path);
      if (lstatSync(path).isDirectory()) visit(path);
    }
  };
  visit(root);
  return found;
};
