import { existsSync, readFileSync, type Stats } from 'node:fs';
import { isAbsolute } from 'node:path';
import { managerOf } from './managers.ts';
import { lstatOf, statOf } from './paths.ts';
import { shebangOf } from './shell.ts';
import type { HookFile, OtherHook } from './site.ts';
import { readOwnHook } from './template.ts';

/** More than this of a hook file is not looked at; a binary hook may be large. */
const MOST = 4 * 1024 * 1024;

const readBytes = (path: string, size: number): string => (size > MOST ? '\0' : readFileSync(path).toString('latin1'));

/** Without permission bits (Windows) every file counts as executable, as it does for git there. */
const isExecutable = (stat: Stats): boolean => process.platform === 'win32' || (stat.mode & 0o111) !== 0;

/** Why git refuses to run a file; what `env` would find is not judged, because every caller has a PATH of its own. */
const troubleOf = (text: string, executable: boolean): string | null => {
  if (!executable) return 'it is not executable, so git passes over it';
  const shebang = shebangOf(text);
  if (!shebang) return null;
  if (`${shebang.program}${shebang.argument}`.endsWith('\r'))
    return 'its first line ends in CR LF, so git cannot run it and refuses every commit';
  if (isAbsolute(shebang.program) && process.platform !== 'win32' && !existsSync(shebang.program))
    return `its interpreter ${shebang.program} does not exist, so git cannot run it and refuses every commit`;
  return null;
};

const otherHook = (path: string, link: boolean, stat: Stats): OtherHook => {
  const text = readBytes(path, stat.size);
  const executable = isExecutable(stat);
  return {
    kind: 'other',
    form: link ? 'link' : 'file',
    text,
    executable,
    mode: stat.mode & 0o7777,
    trouble: troubleOf(text, executable),
    manager: managerOf(text),
  };
};

const DANGLING: OtherHook = {
  kind: 'other',
  form: 'dangling',
  text: '',
  executable: false,
  mode: 0,
  trouble: 'it is a link to nowhere, so git passes over it',
  manager: null,
};

/** Looks at what stands at the path of a hook, links not followed. `template` is the shipped hook text. */
export const readHookFile = (path: string, template: string): HookFile => {
  const at = lstatOf(path);
  if (!at) return { kind: 'absent' };
  const stat = statOf(path);
  if (!stat) return DANGLING;
  if (!stat.isFile()) return { kind: 'unfit', what: stat.isDirectory() ? 'a folder' : 'a device or pipe' };
  if (at.isFile() && stat.size < MOST) {
    const text = readFileSync(path, 'utf8');
    const own = readOwnHook(text, template);
    if (own) return { kind: 'own', ...own, text, executable: isExecutable(stat) };
  }
  return otherHook(path, at.isSymbolicLink(), stat);
};
