import { createHash } from 'node:crypto';
import { quoteAlways } from './shell.ts';
import type { Stage } from './stages.ts';

/** How a hook file of our own is recognised. */
const MARK = /^# lgtm-hook: /m;

const SUM = /^# lgtm-hook sum: ([0-9a-f]{16})\n/m;
const MADE_FOLDER = '# lgtm-hook made this folder\n';

export interface HookValues {
  readonly stage: Stage;
  /** Where the hook that was here before went, relative to the file's folder; empty where there was none. */
  readonly previous: string;
  /** Folder of the local package's `node_modules`, relative to the top level; empty for the top level itself. */
  readonly project: string;
  /** Absolute path of the program, or empty where the file is shared with other machines. */
  readonly lgtm: string;
  /** Absolute path of node, or empty where the file is shared with other machines. */
  readonly node: string;
  /** True where the folder did not exist, so that the uninstallation takes it away again. */
  readonly madeFolder: boolean;
}

const fill = (text: string, name: string, value: string): string =>
  text.replace(`\n${name}=''\n`, () => `\n${name}=${quoteAlways(value)}\n`);

const sumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n').replace(SUM, '')).digest('hex').slice(0, 16);

/** The hook file: the shipped text with what the installation found, and a sum by which a later edit is noticed. */
export const renderHook = (template: string, values: HookValues): string => {
  const { madeFolder, ...words } = values;
  const filled = Object.entries(words).reduce((text, [name, value]) => fill(text, name, value), template);
  const [first = '', ...rest] = filled.split('\n');
  const whole = (sum: string): string => `${first}\n${sum}${madeFolder ? MADE_FOLDER : ''}${rest.join('\n')}`;
  return whole(`# lgtm-hook sum: ${sumOf(whole(''))}\n`);
};

/** What a hook file of our own says of itself. */
export interface OwnHook {
  readonly previous: string;
  readonly madeFolder: boolean;
  /** Changed by hand since it was written, so that replacing it would lose something. */
  readonly edited: boolean;
}

/** Reads a hook file; null where it is not ours. `template` is the shipped text, which may have been copied by hand. */
export const readOwnHook = (text: string, template: string): OwnHook | null => {
  const plain = text.replaceAll('\r\n', '\n');
  if (!MARK.test(plain.slice(0, 400))) return null;
  const previous = /^previous='((?:[^']|'\\'')*)'$/m.exec(plain)?.[1] ?? '';
  const edited = plain !== template && SUM.exec(plain)?.[1] !== sumOf(plain);
  return { previous: previous.replaceAll("'\\''", "'"), madeFolder: plain.slice(0, 400).includes(MADE_FOLDER), edited };
};
