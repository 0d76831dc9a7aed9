import { delivered } from './ollama-faults.ts';
import type { Fault } from './ollama-types.ts';

/** Answers in which a model calls for tools, as the servers word them. */

/** As Ollama streams it: a chunk that holds the calls whole, before the last one. */
export const calling = (name: string, args: object = {}): Fault =>
  delivered(`calls ${name}`, '', {
    lines: (lines) => {
      const last = JSON.parse(lines.at(-1) ?? '{}') as object;
      const message = { role: 'assistant', content: '', tool_calls: [{ function: { name, arguments: args } }] };
      return [JSON.stringify({ ...last, message, done: false }), ...lines.slice(-1)];
    },
  });

/** As OpenAI's API streams it: the name first, then the arguments in pieces. */
export const callingInPieces = (name: string, args: object = {}): Fault =>
  delivered(`calls ${name} in pieces`, '', {
    lines: (lines) => {
      const text = JSON.stringify(args);
      const half = Math.ceil(text.length / 2);
      const chunk = (call: object): string =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] }, finish_reason: null }] })}\n`;
      return [
        chunk({ id: 'call_x', type: 'function', function: { name, arguments: '' } }),
        chunk({ function: { arguments: text.slice(0, half) } }),
        chunk({ function: { arguments: text.slice(half) } }),
        ...lines,
      ];
    },
  });
