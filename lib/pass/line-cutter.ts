/** What a stream of bytes is cut into. */
export interface LineSink {
  /** A whole line without its line feed. `ends` is false for a last line that has none. */
  line(bytes: Buffer, from: number, to: number, ends: boolean): void;
  /** A part of a line that is too long to hold, in order; `ends` with the part that its line feed follows. */
  part(bytes: Buffer, ends: boolean): void;
}

/** Bytes of a line that is held. */
const LONGEST_HELD = 64 * 1024;

const LF = 0x0a;

/** Cuts a stream at line feeds, in memory that does not grow with the length of a line. */
export const lineCutter = (sink: LineSink): { push(piece: Buffer): void; end(): void } => {
  let held: Buffer[] = [];
  let size = 0;

  const keep = (rest: Buffer): void => {
    size += rest.length;
    held.push(rest);
    if (size <= LONGEST_HELD) return;
    for (const part of held) sink.part(part, false);
    held = [];
  };

  const finish = (rest: Buffer, ends: boolean): void => {
    if (size > LONGEST_HELD) sink.part(rest, ends);
    else {
      const line = held.length === 0 ? rest : Buffer.concat([...held, rest]);
      sink.line(line, 0, line.length, ends);
    }
    held = [];
    size = 0;
  };

  const push = (piece: Buffer): void => {
    let start = 0;
    for (let end = piece.indexOf(LF); end !== -1; end = piece.indexOf(LF, start)) {
      if (size > 0) finish(piece.subarray(start, end), true);
      else sink.line(piece, start, end, true);
      start = end + 1;
    }
    if (start < piece.length) keep(piece.subarray(start));
  };

  const end = (): void => {
    if (size > 0) finish(Buffer.alloc(0), false);
  };

  return { push, end };
};
