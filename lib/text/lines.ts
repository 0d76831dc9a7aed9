const LF = 0x0a;
const NUL = 0x00;

/** git's own test for binary content: a NUL in the first 8,000 bytes (xdiff-interface.c, FIRST_FEW_BYTES). */
export const isBinary = (bytes: Buffer): boolean => {
  const at = bytes.indexOf(NUL);
  return at !== -1 && at < 8000;
};

/** Lines end at LF only: CR, form feed, NEL and U+2028 belong to the text of a line. */
export const splitLines = (text: string): string[] => {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

/** Number of lines in the bytes, a last line without line feed included. */
export const countLines = (bytes: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) count++;
  return bytes.length > 0 && bytes.at(-1) !== LF ? count + 1 : count;
};

/** Length in bytes of the longest line. */
export const longestLine = (bytes: Buffer): number => {
  let longest = 0;
  let start = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, start)) {
    longest = Math.max(longest, at - start);
    start = at + 1;
  }
  return Math.max(longest, bytes.length - start);
};

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Shares of NULs in the even and odd places of a sample, in that order. */
const nulShares = (sample: Buffer): [number, number] => {
  const pairs = Math.floor(sample.length / 2);
  const count = (first: number): number => {
    let nuls = 0;
    for (let i = first; i < pairs * 2; i += 2) if (sample[i] === NUL) nuls++;
    return nuls / pairs;
  };
  return pairs < 4 ? [0, 0] : [count(0), count(1)];
};

/** UTF-16 by byte order mark, or by NULs that stand in every other place of the first 1,000 bytes. */
export const encodingOf = (bytes: Buffer): Encoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const [even, odd] = nulShares(bytes.subarray(0, 1000));
  if (odd > 0.7 && even < 0.1) return 'utf-16le';
  return even > 0.7 && odd < 0.1 ? 'utf-16be' : 'utf-8';
};

/** Text of a blob; bytes that do not decode become U+FFFD, a byte order mark stays part of UTF-8 text. */
export const decode = (bytes: Buffer): string => {
  const encoding = encodingOf(bytes);
  return encoding === 'utf-8' ? bytes.toString('utf8') : new TextDecoder(encoding).decode(bytes);
};

/** True where the bytes read as text: at most a tenth of the first 8,000 are control characters that text has no use for. */
export const looksTextual = (bytes: Buffer): boolean => {
  if (encodingOf(bytes) !== 'utf-8') return true;
  const sample = bytes.subarray(0, 8000);
  let odd = 0;
  for (const byte of sample) if ((byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b) || byte === 0x7f) odd++;
  return odd * 10 <= sample.length;
};
