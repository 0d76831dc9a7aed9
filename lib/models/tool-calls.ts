import type { Message, ToolCall, ToolSpec } from '../types.ts';
import { at, isRecord, listOf, parseJson, textOf } from './shape.ts';

/** Tool calling on the wire: what both APIs share, and where they differ. */

/** Calls that one answer may hold; characters of the arguments of one. */
const MOST = { calls: 8, characters: 20_000 } as const;

/** Tools as both APIs take them. */
export const toolsOnWire = (tools: readonly ToolSpec[]) =>
  tools.map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } }));

/** Ollama takes arguments as an object, and a result by the name of its tool. */
export const ollamaMessage = ({ role, content, calls, tool }: Message) => ({
  ...{ role, content },
  ...(calls ? { tool_calls: calls.map(({ name, args }) => ({ function: { name, arguments: args } })) } : {}),
  ...(tool === undefined ? {} : { tool_name: tool }),
});

/** OpenAI's API takes arguments as text, and a result by the id of its call: the last that was made before it. */
export const compatibleMessages = (messages: readonly Message[]) => {
  let made = 0;
  return messages.map(({ role, content, calls, tool }) => ({
    ...{ role, content },
    ...(calls
      ? {
          tool_calls: calls.map(({ name, args }) => ({
            ...{ id: `call_${++made}`, type: 'function' },
            function: { name, arguments: JSON.stringify(args) },
          })),
        }
      : {}),
    ...(tool === undefined ? {} : { tool_call_id: `call_${made}` }),
  }));
};

const argsOf = (given: unknown): Readonly<Record<string, unknown>> => {
  const value = typeof given === 'string' ? parseJson(given.slice(0, MOST.characters)) : given;
  return isRecord(value) ? value : {};
};

/** Calls out of the list that a message of either API holds; one without a name is none. */
export const callsIn = (list: unknown): ToolCall[] =>
  listOf(list)
    .slice(0, MOST.calls)
    .flatMap((one) => {
      const name = textOf(at(one, 'function', 'name'));
      return name === '' ? [] : [{ name, args: argsOf(at(one, 'function', 'arguments')) }];
    });

/** A call while its pieces arrive. */
export interface Pieces {
  name: string;
  args: string;
}

/** Adds the pieces of calls that one chunk of OpenAI's stream holds, each by its index. */
export const takePieces = (into: Map<number, Pieces>, list: unknown): void => {
  for (const [i, one] of listOf(list).entries()) {
    const index = Number(at(one, 'index') ?? i);
    const known = into.get(index) ?? { name: '', args: '' };
    const added = at(one, 'function', 'arguments');
    known.name += textOf(at(one, 'function', 'name'));
    known.args += typeof added === 'string' ? added : JSON.stringify(added ?? {});
    if (into.size < MOST.calls || into.has(index)) into.set(index, known);
  }
};

/** The calls that pieces come to. */
export const callsOfPieces = (pieces: ReadonlyMap<number, Pieces>): ToolCall[] =>
  [...pieces.values()].flatMap(({ name, args }) => (name === '' ? [] : [{ name, args: argsOf(args) }]));
