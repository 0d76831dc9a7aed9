import { excerpt } from '../text/visible.ts';
import { at, parseJson, textOf } from './shape.ts';

/** Bytes of a refusal that are read. */
export const REFUSAL_BYTES = 64 * 1024;

const looksHtml = (text: string): boolean => /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);

/** True for a page meant for a person: some proxy, portal or other program answered instead of a model server. */
export const isPage = (type: string, text: string): boolean => type === 'text/html' || looksHtml(text);

const inner = (body: string): string | null => {
  const value = parseJson(body);
  const found = [at(value, 'error'), at(value, 'error', 'message'), at(value, 'message'), at(value, 'detail')].map(
    textOf,
  );
  return found.find((text) => text !== '') ?? null;
};

/**
 * What a refusal says, out of the forms in use: `{error: text}`, `{error: {message}}`, `{message}`, `{detail}`, and Ollama's
 * error that is itself JSON in a string. The text as it stands where it is none of these.
 */
export const refusalText = (body: string): string => {
  let text = body.trim();
  for (let depth = 0; depth < 3; depth += 1) {
    const next = inner(text);
    if (next === null) break;
    text = next.trim();
  }
  return text;
};

/** A refusal for people: short, and with nothing in it that a terminal obeys. */
export const shown = (text: string): string => excerpt(text, 300);

const OVERFLOW = [
  /\((\d+) tokens\) exceeds the available context size \((\d+) tokens\)/,
  /"n_prompt_tokens"\s*:\s*(\d+)[^}]*"n_ctx"\s*:\s*(\d+)/,
];

const REQUESTED = /maximum context length is (\d+) tokens\D[\s\S]*?(\d+)/;

const OVERFLOW_WORDS = [
  'exceed_context_size_error',
  'exceeds the available context size',
  'input length exceeds the context length',
  'input length exceeds maximum context length',
  'maximum context length is',
  'context_length_exceeded',
  'when context the overflows',
  'greater than the context length',
  'context size has been exceeded',
  'context length of only',
  'context length is only',
];

/** Sizes out of a refusal because the prompt is too long (null where it names none), or null where it is another refusal. */
export const overflowOf = (body: string): { prompt: number | null; context: number | null } | null => {
  const text = body.replaceAll('\\"', '"');
  const lower = text.toLowerCase();
  if (!OVERFLOW_WORDS.some((words) => lower.includes(words))) return null;
  for (const pattern of OVERFLOW) {
    const [, prompt, context] = pattern.exec(text) ?? [];
    if (prompt && context) return { prompt: Number(prompt), context: Number(context) };
  }
  const [, context, prompt] = REQUESTED.exec(text) ?? [];
  return { prompt: prompt ? Number(prompt) : null, context: context ? Number(context) : null };
};

const GRAMMAR_WORDS = [
  'failed to parse grammar',
  'failed to initialize samplers',
  'invalid json schema',
  'invalid format',
  'unrecognized schema',
  'json schema conversion failed',
];

/** True for a refusal of the schema of the answer. */
export const isGrammarRefusal = (text: string): boolean => {
  const lower = text.toLowerCase();
  return GRAMMAR_WORDS.some((words) => lower.includes(words));
};
