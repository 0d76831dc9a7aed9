/** Bytes that are put together before they are passed on. */
const OUTPUT = 64 * 1024;

const LF = 0x0a;

/** Puts lines together; line feeds are counted, since most of a large file is empty lines by then. */
export const gather = (onPiece: (piece: Buffer) => void) => {
  let parts: Buffer[] = [];
  let size = 0;
  let feeds = 0;
  const feed = (): void => {
    if (feeds > 0) parts.push(Buffer.alloc(feeds, LF));
    feeds = 0;
  };
  const flush = (): void => {
    feed();
    if (parts.length > 0) onPiece(Buffer.concat(parts));
    parts = [];
    size = 0;
  };
  const grow = (by: number): void => {
    size += by;
    if (size >= OUTPUT) flush();
  };
  const put = (bytes: Buffer): void => {
    feed();
    parts.push(bytes);
    grow(bytes.length);
  };
  const lineFeed = (): void => {
    feeds++;
    grow(1);
  };
  return { put, lineFeed, flush };
};
