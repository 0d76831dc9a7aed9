import { createHash } from 'node:crypto';
import { keep, recallBytes } from './disk.ts';

/** Content under a line that names what it is, in which version, and its digest: a torn, foreign or outdated file is no file. */

const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

/** What is kept, and in which version of its form: a file of another is as good as none. */
export interface Kind {
  readonly name: string;
  readonly version: number;
}

const headOf = ({ name, version }: Kind, body: Buffer): string => `lgtm ${name} ${version} ${digestOf(body)}`;

/** Largest sealed JSON that is read, in bytes. */
const LARGEST = 1024 * 1024;

/** Keeps bytes; false where they could not be written. */
export const keepSealedBytes = (root: string, path: string, kind: Kind, body: Buffer): boolean =>
  keep(root, path, Buffer.concat([Buffer.from(`${headOf(kind, body)}\n`), body]));

/** The bytes, null where there are none that are whole, of this kind, and in a file of at most `most` bytes. */
export const recallSealedBytes = (root: string, path: string, kind: Kind, most: number): Buffer | null => {
  const bytes = recallBytes(root, path, most);
  const end = bytes?.indexOf('\n') ?? -1;
  if (bytes === null || end === -1) return null;
  const body = bytes.subarray(end + 1);
  return bytes.toString('latin1', 0, end) === headOf(kind, body) ? body : null;
};

/** Keeps a value that JSON can hold; false where it could not be written. */
export const keepSealed = (root: string, path: string, kind: Kind, value: unknown): boolean =>
  keepSealedBytes(root, path, kind, Buffer.from(JSON.stringify(value)));

/** The value, undefined where there is none that is whole and of this kind. */
export const recallSealed = (root: string, path: string, kind: Kind): unknown => {
  const body = recallSealedBytes(root, path, kind, LARGEST);
  if (body === null) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};
