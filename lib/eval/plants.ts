import { createHash } from 'node:crypto';

/**
 * What must not stand in the corpus itself: things that look like keys, and characters that nobody sees. `⟦=aws-key⟧` and
 * `⟦=U+202E⟧` in a case stand for them. The values are made up from a digest and open nothing.
 */

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `length` characters of an alphabet, the same for the same seed. */
const made = (seed: string, alphabet: string, length: number): string => {
  let text = '';
  for (let round = 0; text.length < length; round++)
    text += [...createHash('sha256').update(`${seed} ${round}`).digest()]
      .map((byte) => alphabet[byte % alphabet.length])
      .join('');
  return text.slice(0, length);
};

const PLANTS: Readonly<Record<string, (seed: string) => string>> = {
  'aws-key': (seed) => `AKIA${made(seed, UPPER, 16)}`,
  'github-token': (seed) => `ghp_${made(seed, LETTERS, 36)}`,
  'gitlab-token': (seed) => `glpat-${made(seed, LETTERS, 20)}`,
  'slack-token': (seed) => `xoxb-${made(seed, '0123456789', 12)}-${made(`${seed}b`, LETTERS, 24)}`,
  'pem-begin': () => `-----BEGIN ${'PRIVATE'} KEY-----`,
  'pem-end': () => `-----END ${'PRIVATE'} KEY-----`,
  'pem-line': (seed) => `MIIE${made(seed, LETTERS, 60)}`,
  xprv: (seed) => `xprv9s21Zr${made(seed, BASE58, 101)}`,
  xpub: (seed) => `xpub661My${made(seed, BASE58, 102)}`,
  wif: (seed) => `L${made(seed, BASE58, 51)}`,
  password: (seed) => `${made(seed, 'abcdefghkmnprstuvwxyz', 6)}-${made(`${seed}p`, '23456789', 4)}`,
  hex: (seed) => createHash('sha256').update(seed).digest('hex').slice(0, 40),
};

const PLACE = /⟦=(?:U\+([0-9A-F]{1,6})|([a-z0-9-]+?)(?:#(\w+))?)⟧/g;

/**
 * Puts the planted values in place. `⟦=aws-key#two⟧` is another value of the same kind. Null where a name is unknown.
 */
export const plant = (text: string): string | null => {
  let known = true;
  const planted = text.replace(PLACE, (_whole, code: string | undefined, name: string, seed = '1') => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    const value = Object.hasOwn(PLANTS, name) ? PLANTS[name]?.(`${name} ${seed}`) : undefined;
    known &&= value !== undefined;
    return value ?? '';
  });
  return known ? planted : null;
};
