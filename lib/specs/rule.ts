import * as v from 'valibot';
import { type Frontmatter, readFrontmatter } from '../text/frontmatter.ts';
import { globPattern } from '../text/glob-pattern.ts';
import type { Rule, RuleHeader } from '../types.ts';
import { readBody } from './rule-body.ts';
import { detectsOf } from './rule-detect.ts';
import { explain, pathOf, type Refuse, refuseIn } from './rule-faults.ts';
import { type RuleData, ruleSchema } from './rule-schema.ts';

/** A rule file as it was read; `file` is the path that messages name. */
export interface RuleSource {
  readonly file: string;
  readonly text: string;
  readonly origin: RuleHeader['origin'];
}

/** Where policies of a repository stand; what lies below, without its extension, is the id. */
const POLICIES = '.lgtm/policies/';
const BUILT_IN = 'specs/rules/';

const idFromPath = ({ file, origin }: RuleSource): string => {
  const root = origin === 'local' ? POLICIES : BUILT_IN;
  const start = file.lastIndexOf(root);
  const below = (start === -1 ? file : file.slice(start + root.length)).replace(/\.md$/, '');
  return origin === 'local' ? `local/${below}` : below;
};

const readData = ({ data, lineOf }: Frontmatter, refuse: Refuse): RuleData => {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return refuse('the front matter must be a list of keys and values', 1);
  const result = v.safeParse(ruleSchema, data);
  if (result.success) return result.output;
  const [issue] = result.issues;
  return refuse(explain(issue), lineOf(pathOf(issue)));
};

const checkClass = (data: RuleData, lineOf: Frontmatter['lineOf'], refuse: Refuse): void => {
  const { class: kind, detect, signs } = data;
  if (kind === 'M' && detect !== undefined)
    refuse(
      'a rule of class M has no detector, but may have "signs"; class H has one that the model confirms',
      lineOf(['detect']),
    );
  if (kind !== 'M' && detect === undefined) refuse(`a rule of class ${kind} needs "detect"`, lineOf(['class']));
  if (kind !== 'M' && signs !== undefined)
    refuse(`a rule of class ${kind} is called for by its detector; "signs" are for class M`, lineOf(['signs']));
};

const headerOf = (data: RuleData, source: RuleSource, matter: Frontmatter, refuse: Refuse): RuleHeader => {
  const { id, title, severity, quality, when, exempt, redact } = data;
  const paths = data.paths ?? [];
  return {
    id,
    title,
    severity,
    quality,
    class: data.class,
    domains: data.domains ?? [],
    languages: data.languages ?? [],
    paths,
    ...(paths.length > 0 ? { pathPattern: globPattern(paths) } : {}),
    when,
    detect: detectsOf(data, matter.lineOf, refuse),
    ...(exempt === undefined ? {} : { exempt }),
    ...(redact ? { redact } : {}),
    origin: source.origin,
    file: source.file,
  };
};

/**
 * Reads one rule, of lgtm or of a repository. Strict: an unknown key, language or quality, a missing or extra section, too
 * few examples or a pattern that cannot run in linear time is a SpecError naming file and line.
 */
export const parseRule = (source: RuleSource): Rule => {
  const refuse = refuseIn(source.file);
  const matter = readFrontmatter(source.text, source.file);
  const data = readData(matter, refuse);
  const expected = idFromPath(source);
  if (data.id !== expected) refuse(`id is "${data.id}", but the path says "${expected}"`, matter.lineOf(['id']));
  checkClass(data, matter.lineOf, refuse);
  const header = headerOf(data, source, matter, refuse);
  return { ...header, body: readBody(matter, source.origin, refuse) };
};

/** True for what is a rule or means to be one; a README without front matter is an index and no rule. */
export const isRuleFile = ({ file, text }: Pick<RuleSource, 'file' | 'text'>): boolean =>
  !/(?:^|\/)README\.md$/i.test(file) || text.startsWith('---');
