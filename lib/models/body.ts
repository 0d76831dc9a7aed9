import type { IncomingMessage } from 'node:http';
import { faultOfSignal, ModelFault } from './errors.ts';
import { codeOf, type Exchange, TransportError } from './exchange.ts';

/** Bytes of one answer that are read before it is given up. */
export const ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * The pieces of an answer as they arrive; the connection is closed when the reader stops, at whatever point. Throws
 * ModelFault `unusable` beyond ANSWER_BYTES, TransportError, and what the signal was ended with.
 */
export async function* bodyOf(response: IncomingMessage, { clocks, signal }: Exchange): AsyncGenerator<Buffer> {
  const silent = (): void =>
    void response.destroy(new TransportError('body', 'ETIMEDOUT', `nothing came for ${clocks.idle} ms`));
  const idle = setTimeout(silent, clocks.idle);
  // A reader that stops early leaves this generator suspended; the clock alone must not keep the process alive.
  idle.unref();
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES)
        throw new ModelFault('unusable', `the answer is longer than ${ANSWER_BYTES / 1024 / 1024} MiB`);
      yield chunk;
      idle.refresh();
    }
  } catch (error) {
    if (signal.aborted) throw faultOfSignal(signal);
    if (error instanceof TransportError || error instanceof ModelFault || !(error instanceof Error)) throw error;
    throw new TransportError('body', codeOf(error), error.message);
  } finally {
    clearTimeout(idle);
  }
}
