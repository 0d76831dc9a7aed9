import { RE2JS } from 're2js';
import { messageOf } from '../errors.ts';
import { globPattern } from '../text/glob-pattern.ts';
import type { Detect, PatternDetect } from '../types.ts';
import type { Refuse } from './rule-faults.ts';
import type { RuleData } from './rule-schema.ts';

type LineOf = (path: readonly (string | number)[]) => number;

/** Wild cards in one glob; more of them cost more than linear time on a hostile path. */
const WILD_CARDS = 8;

const checkGlobs = (globs: readonly string[], line: number, refuse: Refuse): void => {
  for (const glob of globs) {
    if ((glob.match(/\*+|\?/g)?.length ?? 0) > WILD_CARDS)
      refuse(`the glob "${glob}" has more than ${WILD_CARDS} wild cards`, line);
    if (/[!+@*?]\(/.test(glob)) refuse(`the glob "${glob}" uses an extended group, which is not supported`, line);
  }
};

const checkPattern = (source: string | undefined, line: number, refuse: Refuse): void => {
  if (source === undefined) return;
  try {
    RE2JS.compile(source);
    new RegExp(source);
  } catch (error) {
    refuse(`the pattern cannot be used: ${messageOf(error)}; look-around and back-references are not available`, line);
  }
};

const withPaths = (detect: PatternDetect): PatternDetect => ({
  ...detect,
  ...(detect.paths?.length ? { pathPattern: globPattern(detect.paths) } : {}),
  ...(detect.notPaths?.length ? { notPathPattern: globPattern(detect.notPaths) } : {}),
});

const checked = (
  detect: PatternDetect,
  at: readonly (string | number)[],
  lineOf: LineOf,
  refuse: Refuse,
): PatternDetect => {
  const line = (key: string): number => lineOf([...at, key]);
  checkPattern(detect.match, line('match'), refuse);
  checkPattern(detect.unless, line('unless'), refuse);
  checkPattern(detect.unlessArguments, line('unlessArguments'), refuse);
  checkPattern(detect.near?.match, line('near'), refuse);
  checkPattern(detect.notNear?.match, line('notNear'), refuse);
  checkGlobs(detect.paths ?? [], line('paths'), refuse);
  checkGlobs(detect.notPaths ?? [], line('notPaths'), refuse);
  return withPaths(detect);
};

/** What `valibot` returns has optional keys present as undefined; the engine's types have them absent. */
const plain = (value: unknown): Detect => JSON.parse(JSON.stringify(value)) as Detect;

/** Where a rule says what is looked for: its detectors, or the signs that call for a rule of class M. */
const KEYS = ['detect', 'signs'] as const;

const listUnder = (key: (typeof KEYS)[number], data: RuleData, lineOf: LineOf, refuse: Refuse): Detect[] => {
  const given = data[key];
  if (given === undefined) return [];
  const list = Array.isArray(given) ? given : [given];
  return list.map((item, i) => {
    const detect = plain(item);
    return 'match' in detect ? checked(detect, Array.isArray(given) ? [key, i] : [key], lineOf, refuse) : detect;
  });
};

/**
 * The detectors of a rule, or its signs: every pattern compiles with both engines, so that it means the same for built-in and
 * local rules; globs are turned into expressions. Throws SpecError naming file and line.
 */
export const detectsOf = (data: RuleData, lineOf: LineOf, refuse: Refuse): Detect[] => {
  checkPattern(data.exempt, lineOf(['exempt']), refuse);
  checkGlobs(data.paths ?? [], lineOf(['paths']), refuse);
  return KEYS.flatMap((key) => listUnder(key, data, lineOf, refuse));
};
