import { gzipSync } from 'node:zlib';
import type { Delivery, Fault } from './ollama-types.ts';

/** Things that go wrong between a client and a model server, each one usable for any request or question. */

const fault = (name: string, act: Fault['act']): Fault => ({ fault: name, act });

/** Answers the question with this text, delivered in an unusual way. */
export const delivered = (name: string, text: string, delivery: Delivery, final?: object): Fault =>
  fault(name, (call) => call.answer(text, delivery, final));

/** Accepts the request and never says a word. */
export const neverAnswers = fault('never answers', () => undefined);

export const resetBeforeHeaders = fault('reset before headers', ({ request }) => void request.socket.resetAndDestroy());

/** The server stops listening and drops every connection, in the middle of the question. */
export const dies = fault('dies', ({ server }) => server.die());

export const resetMidBody = (text: string): Fault =>
  delivered('reset in the middle of the answer', text, { lines: (lines) => lines.slice(0, 2), end: 'reset' });

export const silentMidStream = (text: string): Fault =>
  delivered('silence in the middle of the answer', text, { lines: (lines) => lines.slice(0, 2), end: 'hang' });

export const slowFirstByte = (text: string, ms: number): Fault => delivered('slow first byte', text, { first: ms });

export const drip = (text: string, ms: number): Fault => delivered('slow drip', text, { every: ms });

const joined = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`);

const chopped = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

/** Cuts before every byte for which `within` is true. */
const cutWhere = (bytes: Buffer, within: (at: number) => boolean): Buffer[] => {
  const cuts = [0, ...[...bytes.keys()].filter((at) => at > 0 && within(at)), bytes.length];
  return cuts.slice(1).map((end, i) => bytes.subarray(cuts[i], end));
};

export const byteByByte = (text: string): Fault =>
  delivered('one byte at a time', text, { pieces: (lines) => chopped(joined(lines), 1) });

export const manyLinesAtOnce = (text: string): Fault =>
  delivered('all lines in one chunk', text, { pieces: (lines) => [joined(lines)] });

/** A character of several bytes falls apart between two chunks. */
export const splitCharacters = (text: string): Fault =>
  delivered('split inside characters', text, {
    pieces: (lines) => {
      const bytes = joined(lines);
      return cutWhere(bytes, (at) => ((bytes[at] ?? 0) & 0xc0) === 0x80);
    },
  });

const escaped = (line: string): string =>
  line.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `\uXXXX` falls apart between two chunks. */
export const splitEscapes = (text: string): Fault =>
  delivered('split inside escapes', text, {
    pieces: (lines) => {
      const bytes = joined(lines.map(escaped));
      return cutWhere(bytes, (at) => bytes[at - 1] === 0x5c || bytes[at - 2] === 0x5c);
    },
  });

export const blankLines = (text: string): Fault =>
  delivered('blank lines', text, { lines: (lines) => lines.flatMap((line) => ['', line, '  ']) });

export const crlf = (text: string): Fault =>
  delivered('CRLF', text, { lines: (lines) => lines.map((line) => `${line}\r`) });

export const noFinalNewline = (text: string): Fault =>
  delivered('no final newline', text, { pieces: (lines) => [Buffer.from(lines.join('\n'))] });

/** A line of 8 MB, as Ollama's own client would accept. */
export const hugeLine = (text: string): Fault =>
  delivered('huge line', text, {
    lines: (lines) => [
      JSON.stringify({ message: { role: 'assistant', content: 'x'.repeat(8_000_000) }, done: false }),
      ...lines,
    ],
  });

/** Status 200 has long been sent when the server fails. */
export const errorMidStream = (text: string, error: string): Fault =>
  delivered('error in the middle of the answer', text, {
    lines: (lines) => [...lines.slice(0, 2), JSON.stringify({ error })],
  });

export const noDone = (text: string): Fault =>
  delivered('ends without done', text, { lines: (lines) => lines.slice(0, -1) });

export const doneTwice = (text: string): Fault =>
  delivered('done twice', text, { lines: (lines) => [...lines, ...lines.slice(-1)] });

export const dataAfterDone = (text: string): Fault =>
  delivered('data after done', text, {
    lines: (lines) => [...lines, '{"message":{"content":"more"},"done":false}', 'garbage'],
  });

export const brokenLine = (text: string): Fault =>
  delivered('a line that is not JSON', text, { lines: (lines) => ['{"message":{"content":"a', ...lines] });

export const html = (status: number): Fault =>
  fault(`web page with ${status}`, ({ send }) =>
    send(status, `<!DOCTYPE html><html><body><h1>${status}</h1></body></html>`, { 'content-type': 'text/html' }),
  );

export const gzipped: Fault = fault('compressed without being asked', ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' });
  response.end(gzipSync('{"done":true}\n'));
});

/** The answer under a media type that it is not. */
export const wrongType = (text: string): Fault => delivered('wrong content type', text, { type: 'text/plain' });

export const redirect = (status: number, location: string): Fault =>
  fault(`redirect ${status}`, ({ send }) => send(status, '', { location }));

/** Refuses with a status and a body; a string goes out as text, an object as JSON. */
export const refuses = (status: number, body: unknown): Fault =>
  fault(`status ${status}`, ({ send }) => send(status, body));

/** Changes fields of every line, an absent value drops the field. */
export const withFields = (
  name: string,
  text: string,
  change: (line: Record<string, unknown>) => Record<string, unknown>,
): Fault => delivered(name, text, { lines: (lines) => lines.map((line) => JSON.stringify(change(JSON.parse(line)))) });

/** The numbers of an answer to a prompt of which most was dropped. */
export const silentTruncation = (text: string): Fault =>
  delivered('silent truncation', text, {}, { prompt_eval_count: 1 });

export const countAbsent = (text: string): Fault =>
  delivered('no prompt_eval_count', text, {}, { prompt_eval_count: undefined });

/** The model thinks and says nothing. */
export const onlyThinks: Fault = fault('only thinks', (call) =>
  call.answer('', {
    lines: (lines) => [
      JSON.stringify({ message: { role: 'assistant', content: '', thinking: 'Hm.' }, done: false }),
      ...lines,
    ],
  }),
);
