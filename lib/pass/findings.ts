import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

/** A violation as the model words it; nothing in it is believed before `ground` has proved it. */
export interface Claim {
  readonly line: string;
  readonly quote: string;
  readonly why: string;
  readonly fix: string;
}

/** The answer's JSON Schema: a line is one of the tags, texts are short, nothing is optional, no patterns. */
export const answerSchema = (tags: readonly string[], most: number): object => {
  const claim = v.strictObject({
    quote: v.pipe(v.string(), v.maxLength(200)),
    line: v.picklist(tags),
    why: v.pipe(v.string(), v.maxLength(200)),
    fix: v.pipe(v.string(), v.maxLength(200)),
  });
  const { $schema: _, ...schema } = toJsonSchema(
    v.strictObject({ findings: v.pipe(v.array(claim), v.maxLength(most)) }),
  );
  return schema;
};

/** What is accepted: bounds and enums are not taken for granted, since not every server enforces them. */
const Answer = v.object({
  findings: v.array(
    v.object({
      line: v.string(),
      quote: v.string(),
      why: v.optional(v.string(), ''),
      fix: v.optional(v.nullable(v.string()), ''),
    }),
  ),
});

/** Strings, and the braces outside of them. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}]/gs;

/** The first balanced `{…}` of a text, strings respected; null where there is none. */
const firstObject = (text: string): string | null => {
  const start = text.indexOf('{');
  if (start === -1) return null;
  let depth = 0;
  for (const token of text.slice(start).matchAll(TOKEN)) {
    if (token[0] === '{') depth++;
    if (token[0] === '}' && --depth === 0) return text.slice(start, start + token.index + 1);
  }
  return null;
};

const unwrapped = (text: string): string =>
  text
    .replace(/<think>[\s\S]*?(?:<\/think>|$)/gi, '')
    .replace(/```(?:json)?/gi, '')
    .trim();

const tryParse = (text: string | null): unknown => {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const accept = (value: unknown): Claim[] | null => {
  const result = v.safeParse(Answer, value);
  return result.success ? result.output.findings.map((claim) => ({ ...claim, fix: claim.fix ?? '' })) : null;
};

/**
 * The first thing in an answer that `read` accepts: the text as it stands, without thinking and fences, then its first
 * balanced object. Null where there is none.
 */
export const objectIn = <T>(text: string, read: (value: unknown) => T | null): T | null => {
  const bare = unwrapped(text);
  for (const candidate of [text, bare, firstObject(bare)]) {
    const found = read(tryParse(candidate));
    if (found !== null) return found;
  }
  return null;
};

/** Reads a Reviewer's answer. Null where it is none; that is never the same as no findings. */
export const parseAnswer = (text: string): Claim[] | null => objectIn(text, accept);

/** The claims that a value kept on disk holds, null where it is something else. */
export const claimsOf = (value: unknown): Claim[] | null => accept({ findings: value });
