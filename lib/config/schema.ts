import * as v from 'valibot';

const LEVELS = ['block', 'warn', 'info', 'off'] as const;

const seconds = (most: number) => v.pipe(v.number(), v.minValue(1), v.maxValue(most));
const globs = v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(500)));
const severities = v.record(v.string(), v.picklist(LEVELS));
const bounded = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const override = v.strictObject({
  paths: v.pipe(globs, v.minLength(1), v.description('Globs from the top level.')),
  rules: v.pipe(severities, v.description('Severity of single rules for these paths.')),
});

/** What a `lgtm.config.yaml` below the top level may refine for the files around it. */
const scoped = {
  rules: v.optional(v.pipe(severities, v.description('Severity of single rules: block, warn, info or off.'))),
  domains: v.optional(v.pipe(v.array(v.string()), v.description('Fields of work that are assumed everywhere.'))),
  include: v.optional(
    v.pipe(globs, v.description('Files that the model is shown, all where empty. Detectors look at every file.')),
  ),
  exclude: v.optional(v.pipe(globs, v.description('Files that the model is not shown. Detectors look at every file.'))),
};

const shared = {
  model: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(200),
      v.description('The model to ask, if it is installed; none: only rules that need no model.'),
    ),
  ),
  mode: v.optional(
    v.pipe(v.picklist(['block', 'warn', 'off']), v.description('Whether findings stop the commit; off: nothing does.')),
  ),
  failOn: v.optional(v.pipe(v.picklist(['block', 'warn']), v.description('The least severity that stops a commit.'))),
  onNotReviewed: v.optional(
    v.pipe(v.picklist(['warn', 'block']), v.description('What happens where a change could not be reviewed.')),
  ),
  deadline: v.optional(
    v.pipe(seconds(3600), v.description('Most seconds for the questions to the model, after it is loaded.')),
  ),
  ...scoped,
  overrides: v.optional(
    v.pipe(v.array(override), v.maxLength(200), v.description('Severities by path; the last one that fits counts.')),
  ),
  policies: v.optional(v.pipe(globs, v.description('Markdown files with rules of this repository.'))),
  waivers: v.optional(
    v.pipe(v.picklist(['any', 'head']), v.description('Whether an inline waiver counts in the commit that adds it.')),
  ),
  counsel: v.optional(
    v.pipe(
      v.picklist(['auto', 'rules', 'model']),
      v.description('Whether the model may help to choose among rules beyond the budget.'),
    ),
  ),
  verification: v.optional(
    v.pipe(
      v.picklist(['off', 'verify', 'arbitrate']),
      v.description('Whether the model is asked again about what it reports.'),
    ),
  ),
  budget: v.optional(
    v.pipe(
      v.strictObject({
        calls: v.optional(v.pipe(bounded(0, 1000), v.description('Questions a commit.'))),
        context: v.optional(v.pipe(bounded(2048, 131_072), v.description('Context window in tokens.'))),
        output: v.optional(v.pipe(bounded(64, 4096), v.description('Answer in tokens.'))),
      }),
      v.description('Limits of what the model is asked.'),
    ),
  ),
  hooks: v.optional(
    v.pipe(
      v.array(v.picklist(['pre-commit', 'commit-msg', 'pre-merge-commit', 'pre-push'])),
      v.description('Hooks that lgtm install puts in place.'),
    ),
  ),
};

/** `lgtm.config.yaml` of a repository. Every key is optional; anything else is an error or, for USER_ONLY keys, ignored. */
export const RepoSchema = v.strictObject(shared);

/** `lgtm.config.yaml` of a folder below the top level. */
export const PackageSchema = v.strictObject(scoped);

/** The user's own configuration: the same keys, and those that a repository may not set. */
export const UserSchema = v.strictObject({
  ...shared,
  provider: v.optional(v.string()),
  host: v.optional(v.string()),
  allowRemote: v.optional(v.array(v.string())),
  apiKey: v.optional(v.string()),
  keepAlive: v.optional(v.union([v.string(), v.number()])),
  loadTimeout: v.optional(seconds(3600)),
});

export type Level = (typeof LEVELS)[number];
export type Override = v.InferOutput<typeof override>;
export type PackageValues = v.InferOutput<typeof PackageSchema>;
export type RepoConfig = v.InferOutput<typeof RepoSchema>;
export type UserConfig = v.InferOutput<typeof UserSchema>;

export const REPO_KEYS: readonly string[] = Object.keys(RepoSchema.entries);
export const PACKAGE_KEYS: readonly string[] = Object.keys(PackageSchema.entries);
export const USER_KEYS: readonly string[] = Object.keys(UserSchema.entries);
