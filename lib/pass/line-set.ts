/** Numbers of lines, one bit each. */
export const lineSet = () => {
  let bits = new Uint8Array(1 << 12);
  const add = (line: number): void => {
    if (line >> 3 >= bits.length) {
      const larger = new Uint8Array(Math.max(bits.length * 2, (line >> 3) + 1));
      larger.set(bits);
      bits = larger;
    }
    bits[line >> 3] = (bits[line >> 3] ?? 0) | (1 << (line & 7));
  };
  const has = (line: number): boolean => ((bits[line >> 3] ?? 0) & (1 << (line & 7))) !== 0;
  return { add, has };
};
