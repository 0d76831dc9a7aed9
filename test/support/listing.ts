import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder, with what would show that it was written to: kind, mode, size and times. */
export const listing = (root: string): string[] => {
  const seen: string[] = [];
  const visit = (path: string): void => {
    const { mode, size, mtimeMs, ctimeMs, ino } = lstatSync(path);
    const folder = (mode & 0o170000) === 0o040000;
    seen.push(`${path.slice(root.length)} ${mode.toString(8)} ${folder ? '' : size} ${mtimeMs} ${ctimeMs} ${ino}`);
    if (folder) for (const name of readdirSync(path)) visit(join(path, name));
  };
  visit(root);
  return seen.sort();
};
