/** Names in the header of a unified diff. */

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

const NOTHING = '/dev/null';

interface Token {
  readonly name: string;
  readonly rest: string;
}

const QUOTED = /^"((?:[^"\\]|\\(?:[0-3][0-7]{2}|[abtnvfr"\\]))*)"/;

const PARTS = /\\([0-3][0-7]{2})|\\(.)|([^\\]+)/g;

/** A name between quotation marks, with the escapes of C, as git writes what is not plain. Null where it is none. */
const quoted = (text: string): Token | null => {
  const [whole, inside] = QUOTED.exec(text) ?? [];
  if (whole === undefined || inside === undefined) return null;
  const bytes = [...inside.matchAll(PARTS)].map(([, octal, letter, plain]) => {
    if (plain !== undefined) return Buffer.from(plain);
    return Buffer.from([octal === undefined ? (ESCAPES[letter ?? ''] ?? 0) : Number.parseInt(octal, 8)]);
  });
  return { name: Buffer.concat(bytes).toString('utf8'), rest: text.slice(whole.length) };
};

/** A name up to the end of its line, or up to the tab in front of a time. Null where it cannot be read. */
export const nameIn = (text: string): string | null => {
  if (text.startsWith('"')) return quoted(text)?.name ?? null;
  return text.split('\t')[0] ?? null;
};

/** The two names behind `diff --git`. Without quotation marks they are equal but for a prefix of the same length. */
export const headerNames = (text: string): readonly [string, string] | null => {
  if (text.startsWith('"')) {
    const first = quoted(text);
    const second = quoted(first?.rest.slice(1) ?? '');
    return first && second ? [first.name, second.name] : null;
  }
  const middle = (text.length - 1) / 2;
  return text[middle] === ' ' ? [text.slice(0, middle), text.slice(middle + 1)] : null;
};

const withoutFirst = (name: string): string => name.slice(name.indexOf('/') + 1);

const unprefixed = (name: string): string => (/^[a-z0-9]\//.test(name) ? withoutFirst(name) : name);

/**
 * The path that two names stand for: `a/x` and `b/x` (or `i/x` and `w/x`, …) are x, and so are x and x. Of a file that comes or goes the other
 * name is `/dev/null`; `header`, the names behind `diff --git`, then tells whether there are prefixes. Null where the two name
 * different files.
 */
export const pathOf = (old: string, next: string, header: readonly [string, string] | null): string | null => {
  if (old === NOTHING || next === NOTHING) {
    const name = old === NOTHING ? next : old;
    return header && header[0] === header[1] ? name : unprefixed(name);
  }
  if (old === next) return next;
  if (unprefixed(old) === unprefixed(next)) return unprefixed(next);
  // `diff -u x.orig x`: without git's header the new name counts.
  return header ? null : next;
};

/** A path below the top level, as git itself would have it. */
export const isPlainPath = (path: string): boolean =>
  path !== '' &&
  path.length <= 4096 &&
  !path.includes('\0') &&
  !path.startsWith('/') &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
