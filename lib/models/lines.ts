import { ModelFault } from './errors.ts';

/** Longest line of an answer, in bytes. Ollama's own client accepts 8 MB; no closed question needs a tenth of this. */
export const LINE_BYTES = 1024 * 1024;

const decode = (pieces: readonly Buffer[]): string => Buffer.concat(pieces).toString('utf8').replace(/\r$/, '');

/**
 * Lines of a stream without their ends (LF or CRLF), the last one also where it has none. Split as bytes, so that a
 * character that falls apart between two chunks stays whole. Throws ModelFault `unusable` on a line beyond LINE_BYTES.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let bytes = 0;
  const keep = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes > LINE_BYTES) throw new ModelFault('unusable', 'the model server sent a line longer than 1 MiB');
    if (piece.length > 0) held.push(piece);
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      keep(chunk.subarray(from, end));
      yield decode(held);
      held = [];
      bytes = 0;
      from = end + 1;
    }
    keep(chunk.subarray(from));
  }
  if (bytes > 0) yield decode(held);
}

/** The beginning of a stream as text, at most `most` bytes of it; what broke off early is what there is. */
export const beginningOf = async (chunks: AsyncIterable<Buffer>, most: number): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    pieces.push(chunk);
    bytes += chunk.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(pieces).subarray(0, most).toString('utf8');
};
