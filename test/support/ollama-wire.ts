import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery } from './ollama-types.ts';

/** How text becomes the lines of a streamed answer, and how lines become what is written to the socket. */

const line = (text: string): Buffer => Buffer.from(`${text}\n`);

/** One line a piece, as Ollama flushes them. */
const lineByLine = (lines: readonly string[]): Buffer[] => lines.map(line);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const write = async (response: ServerResponse, piece: Buffer, type: string): Promise<void> => {
  if (response.destroyed) return;
  if (!response.headersSent) response.writeHead(200, { 'content-type': type });
  response.write(piece);
  await turn();
};

/** Writes pieces one after the other, each flushed on its own; headers go out with the first piece and not before. */
export const deliver = async (
  response: ServerResponse,
  lines: readonly string[],
  delivery: Delivery = {},
): Promise<void> => {
  const { first = 0, every = 0, end = 'end', pieces = lineByLine, type = 'application/x-ndjson' } = delivery;
  await delay(first);
  response.socket?.setNoDelay(true);
  for (const piece of pieces(delivery.lines?.(lines) ?? lines)) {
    if (every > 0) await delay(every);
    await write(response, piece, type);
  }
  if (end === 'reset') response.socket?.resetAndDestroy();
  if (end === 'end') response.end();
};

/** Tokens as a stream delivers them: never within a code point. */
export const tokensOf = (text: string, size = 7): string[] => {
  const points = [...text];
  const tokens: string[] = [];
  for (let i = 0; i < points.length; i += size) tokens.push(points.slice(i, i + size).join(''));
  return tokens;
};

/** The first `bytes` bytes of a text, without half a character at the end. */
export const cutText = (text: string, bytes: number): string =>
  Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

interface Schema {
  readonly const?: unknown;
  readonly enum?: unknown;
  readonly anyOf?: unknown;
  readonly oneOf?: unknown;
  readonly type?: unknown;
  readonly properties?: unknown;
  readonly items?: unknown;
  readonly minItems?: unknown;
  readonly minLength?: unknown;
  readonly minimum?: unknown;
}

const byType = (type: unknown, schema: Schema): unknown => {
  if (type === 'object') {
    const properties = (schema.properties ?? {}) as Readonly<Record<string, unknown>>;
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, instanceOf(inner)]));
  }
  if (type === 'array') return Array.from({ length: numberOr(schema.minItems, 0) }, () => instanceOf(schema.items));
  if (type === 'string') return 'x'.repeat(numberOr(schema.minLength, 0));
  if (type === 'integer' || type === 'number') return numberOr(schema.minimum, 0);
  return type === 'boolean' ? false : null;
};

/** The smallest value that a JSON Schema allows, as a model that has nothing to say would give it. */
export const instanceOf = (schema: unknown): unknown => {
  if (typeof schema !== 'object' || schema === null) return null;
  const known = schema as Schema;
  if ('const' in known) return known.const;
  const [choice] = [...list(known.enum)];
  if (choice !== undefined) return choice;
  const [branch] = [...list(known.anyOf), ...list(known.oneOf)];
  if (branch !== undefined) return instanceOf(branch);
  const [type] = [...list(known.type)];
  return byType(type ?? known.type, known);
};

/** What the server answers when nothing is scripted. */
export const cannedText = (format: unknown): string => {
  if (format === 'json') return '{}';
  return format === undefined || format === null || format === '' ? 'ok' : JSON.stringify(instanceOf(format));
};
