/**
 * Lines and runs of bytes out of a stream of chunks. The `Now` forms answer from what has arrived already, so that a
 * hundred thousand small objects do not cost as many turns of the event loop.
 */
export interface ByteSource {
  /** The next line without its line feed, taken; null where it has not arrived in full. */
  lineNow(): string | null;
  /** As `lineNow`, but the line stays. */
  peekLine(): string | null;
  /** Whether so many bytes behind the next line have arrived. */
  holds(count: number): boolean;
  /** So many bytes that have arrived already, taken. */
  now(count: number): Buffer;
  /** The next line. Throws where the stream ends before. */
  line(): Promise<string>;
  /** So many bytes. Throws where the stream ends before. */
  exactly(count: number): Promise<Buffer>;
  /** At most so many bytes, at least one. Throws where the stream has ended. */
  some(most: number): Promise<Buffer>;
  /** Ends the stream. */
  close(): Promise<void>;
}

const LF = 0x0a;

/** What has arrived and was not taken yet. */
const arrivals = (chunks: AsyncGenerator<Buffer>) => {
  let held: Buffer = Buffer.alloc(0);
  let at = 0;

  const more = async (): Promise<void> => {
    const { value, done } = await chunks.next();
    if (done) throw new Error('git ended before it had answered');
    held = at === held.length ? value : Buffer.concat([held.subarray(at), value]);
    at = 0;
  };

  const now = (count: number): Buffer => {
    const piece = held.subarray(at, at + count);
    at += piece.length;
    return piece;
  };

  const peekLine = (): string | null => {
    const end = held.indexOf(LF, at);
    return end === -1 ? null : held.toString('latin1', at, end);
  };

  const lineNow = (): string | null => {
    const line = peekLine();
    if (line !== null) at += line.length + 1;
    return line;
  };

  const holds = (count: number): boolean => held.length - held.indexOf(LF, at) - 1 >= count;

  return { more, now, peekLine, lineNow, holds, isEmpty: () => at === held.length };
};

/** Reads from `chunks`, whose own errors are passed on. */
export const byteSource = (chunks: AsyncGenerator<Buffer>): ByteSource => {
  const { more, now, peekLine, lineNow, holds, isEmpty } = arrivals(chunks);

  const line = async (): Promise<string> => {
    for (let found = lineNow(); ; found = lineNow()) {
      if (found !== null) return found;
      await more();
    }
  };

  const some = async (most: number): Promise<Buffer> => {
    if (isEmpty()) await more();
    return now(most);
  };

  const exactly = async (count: number): Promise<Buffer> => {
    const parts = [now(count)];
    for (let missing = count - (parts[0]?.length ?? 0); missing > 0; ) {
      const part = await some(missing);
      parts.push(part);
      missing -= part.length;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  };

  const close = async (): Promise<void> => {
    await chunks.return(undefined);
  };

  return { lineNow, peekLine, holds, now, line, exactly, some, close };
};
