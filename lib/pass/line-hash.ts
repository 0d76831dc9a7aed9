import { randomBytes } from 'node:crypto';

/** Writes the 64-bit digest of `bytes[from, to)` into its two words. */
export type LineHasher = (bytes: Uint8Array, from: number, to: number, digest: Uint32Array) => void;

/** Rounds that follow the last word, for each half of the digest. */
const FINAL_ROUNDS = 3;

/** A word of the message: four bytes, at the end fewer with the length; zero in the rounds that follow. */
const wordAt = (bytes: Uint8Array, at: number, from: number, to: number): number => {
  // Within bounds, so the four bytes are there; a fallback for each would double the time.
  if (at + 4 <= to)
    return (
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
    );
  if (at > to) return 0;
  let word = (to - from) << 24;
  for (let i = at; i < to; i++) word |= (bytes[i] ?? 0) << ((i - at) * 8);
  return word;
};

/**
 * HalfSipHash-1-3 with 64 bits of output (Aumasson and Bernstein, "SipHash: a fast short-input PRF"), under a key that is
 * drawn anew for each run: nobody can write a line that passes for another one.
 */
export const lineHasher = (key: Buffer = randomBytes(8)): LineHasher => {
  const [k0, k1] = [key.readInt32LE(0), key.readInt32LE(4)];
  return (bytes, from, to, digest) => {
    let v0 = k0;
    let v1 = k1 ^ 0xee;
    let v2 = k0 ^ 0x6c796765;
    let v3 = k1 ^ 0x74656462;
    const words = ((to - from) >> 2) + 1;
    const rounds = words + 2 * FINAL_ROUNDS;
    for (let i = 0; i < rounds; i++) {
      const word = wordAt(bytes, from + i * 4, from, to);
      if (i === words) v2 ^= 0xee;
      if (i === words + FINAL_ROUNDS) {
        digest[0] = v1 ^ v3;
        v1 ^= 0xdd;
      }
      v3 ^= word;
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
      v0 ^= word;
    }
    digest[1] = v1 ^ v3;
  };
};
