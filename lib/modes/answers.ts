import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Answer } from '../runtime/turns.ts';

/**
 * What each role of the full modes may answer. Shapes are strict: a field of another role makes an answer none. Bounds are
 * those that every server can turn into a grammar; what is longer all the same is refused by the check.
 */

const text = (most: number) => v.pipe(v.string(), v.maxLength(most));
const some = <T extends v.GenericSchema>(item: T, most: number) => v.pipe(v.array(item), v.maxLength(most));

const answerOf = <T>(name: string, schema: v.GenericSchema<unknown, T>): Answer<T> => {
  const { $schema: _, ...json } = toJsonSchema(schema);
  return {
    name,
    schema: json,
    read: (value) => {
      const result = v.safeParse(schema, value);
      return result.success ? result.output : null;
    },
  };
};

/** Explorer: what the map lacks. */
export interface Chart {
  readonly summary: string;
  readonly domains: readonly string[];
  readonly risks: readonly { readonly path: string; readonly why: string }[];
}

export const chartAnswer = (domains: readonly string[]): Answer<Chart> =>
  answerOf<Chart>(
    'chart',
    v.strictObject({
      summary: text(500),
      domains: some(v.picklist(domains), 6),
      risks: some(v.strictObject({ path: text(200), why: text(160) }), 8),
    }),
  );

/** Counsel: ids out of the index that it was shown, and no others. */
export const rulesAnswer = (ids: readonly string[], most: number): Answer<{ readonly rules: readonly string[] }> =>
  answerOf<{ readonly rules: readonly string[] }>(
    'rules',
    v.strictObject({ rules: some(v.picklist(ids), Math.min(30, most)) }),
  );

/** Planner of a review. */
export interface AuditItem {
  readonly rules: readonly string[];
  readonly paths: readonly string[];
  readonly focus: string;
}

export const auditAnswer = (): Answer<{ readonly items: readonly AuditItem[] }> =>
  answerOf<{ readonly items: readonly AuditItem[] }>(
    'audit',
    v.strictObject({
      items: some(v.strictObject({ rules: some(text(80), 20), paths: some(text(200), 20), focus: text(200) }), 20),
    }),
  );

/** Planner of a task. */
export interface Step {
  readonly do: string;
  readonly paths: readonly string[];
  readonly creates: readonly string[];
  readonly rules: readonly string[];
}

export interface Execution {
  readonly steps: readonly Step[];
  readonly open: readonly string[];
}

export const executionAnswer = (): Answer<Execution> =>
  answerOf<Execution>(
    'execution',
    v.strictObject({
      steps: some(
        v.strictObject({
          do: text(300),
          paths: some(text(200), 12),
          creates: some(text(200), 12),
          rules: some(text(80), 12),
        }),
        20,
      ),
      open: some(text(200), 8),
    }),
  );

/** Lead: the findings put together. */
export interface Synthesis {
  readonly summary: string;
  readonly order: readonly string[];
  readonly next: string;
}

export const synthesisAnswer = (): Answer<Synthesis> =>
  answerOf<Synthesis>('synthesis', v.strictObject({ summary: text(500), order: some(text(10), 30), next: text(300) }));

/** Builder: lines to replace, and what stands there instead. */
export interface Replacement {
  readonly old: string;
  readonly new: string;
  readonly why: string;
}

export const replacementAnswer = (): Answer<Replacement> =>
  answerOf<Replacement>('replacement', v.strictObject({ old: v.string(), new: v.string(), why: text(200) }));
