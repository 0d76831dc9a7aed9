import { createHash } from 'node:crypto';
import { keep, recall } from './disk.ts';

/** JSON under a line that names what it is, in which version, and its digest: a torn, foreign or outdated file is no file. */

const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** What is kept, and in which version of its form: a file of another is as good as none. */
export interface Kind {
  readonly name: string;
  readonly version: number;
}

const headOf = ({ name, version }: Kind, body: string): string => `lgtm ${name} ${version} ${digestOf(body)}`;

/** Largest sealed file that is read, in bytes. */
const LARGEST = 1024 * 1024;

/** Keeps a value that JSON can hold; false where it could not be written. */
export const keepSealed = (root: string, path: string, kind: Kind, value: unknown): boolean => {
  const body = JSON.stringify(value);
  return keep(root, path, `${headOf(kind, body)}\n${body}`);
};

/** The value, undefined where there is none that is whole and of this kind. */
export const recallSealed = (root: string, path: string, kind: Kind): unknown => {
  const text = recall(root, path, LARGEST);
  const end = text?.indexOf('\n') ?? -1;
  if (text === null || end === -1) return undefined;
  const body = text.slice(end + 1);
  if (text.slice(0, end) !== headOf(kind, body)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
