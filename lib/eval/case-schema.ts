import * as v from 'valibot';

const rule = v.pipe(v.string(), v.regex(/^[a-z][\w-]*(?:\/[\w-]+)+$/, 'is no id of a rule'));

/** The front matter of a case; docs/evaluation.md describes it. */
const Head = v.strictObject({
  stratum: v.picklist(['A', 'B', 'C', 'D', 'E', 'F']),
  /** The project that HEAD holds: a file of `apps/`. */
  app: v.optional(v.string()),
  about: v.pipe(v.string(), v.minLength(1)),
  labels: v.optional(
    v.array(
      v.strictObject({ rule, path: v.string(), line: v.union([v.pipe(v.number(), v.integer()), v.literal('any')]) }),
    ),
    [],
  ),
  allowed: v.optional(v.array(rule), []),
  /** Further cases made from this one: words that are replaced, whole, in what it adds. */
  vary: v.optional(v.array(v.record(v.string(), v.string())), []),
  /** Lines of filler for each `⟦pad⟧`. */
  pad: v.optional(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000))), []),
});

export type CaseHead = v.InferOutput<typeof Head>;

/** Reads the front matter of a case; a message where something in it does not fit. */
export const readHead = (data: unknown): CaseHead | string => {
  const result = v.safeParse(Head, data);
  if (result.success) return result.output;
  const [issue] = result.issues;
  return `${v.getDotPath(issue) ?? 'front matter'}: ${issue.message}`;
};
