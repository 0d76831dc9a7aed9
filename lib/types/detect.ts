/** How detectors look. */

/** How a detector looks: a pattern over one stream of the text, or a named check written in code. */
export type Detect = PatternDetect | CheckDetect;

/**
 * `source`: neither a test nor made by a tool. `test`: tests and fixtures. `written`: not made by a tool. `any`: everywhere.
 * To rules of security, what a tool made counts as written.
 */
export type Where = 'source' | 'test' | 'written' | 'any';

export interface PatternDetect {
  readonly match: string;
  /** `code`: comments and string bodies blanked. `uncommented`: comments blanked. `text`: as it stands. `comment`: comments alone. */
  readonly in: 'code' | 'uncommented' | 'text' | 'comment';
  readonly languages?: readonly string[];
  /** A line that also matches this is not reported. */
  readonly unless?: string;
  /** A call whose arguments, from the bracket that the match opens to the one that closes it, match this is not reported. */
  readonly unlessArguments?: string;
  /** Case is ignored. */
  readonly ignoreCase?: boolean;
  /** `file` matches across lines and reports the line on which the match starts; `line` is the default. */
  readonly span?: 'line' | 'file';
  readonly where?: Where;
  readonly paths?: readonly string[];
  readonly notPaths?: readonly string[];
  /** The two lists of globs above as one expression each, written by the parser so that no commit loads a glob library. */
  readonly pathPattern?: string;
  readonly notPathPattern?: string;
  /**
   * Strings of which every match holds at least one, in lower case, with blanks between them, which is read faster than a
   * list; the build finds them for the built-in rules.
   */
  readonly needles?: string;
  /** The branches of the pattern with what each needs; the build finds them, where they tell more than the needles do. */
  readonly ways?: readonly Way[];
  /** The match counts only where this pattern does (not) occur within so many lines of it. */
  readonly near?: NearBy;
  readonly notNear?: NearBy;
  /** The match counts only inside this kind of block of the same function. */
  readonly within?: 'loop' | 'catch';
}

/** One branch of a pattern, from `start` to `end` of its source. What matches it holds one string of each set of needles. */
export interface Way {
  readonly at: readonly [start: number, end: number];
  readonly needs: readonly string[];
}

export interface NearBy {
  readonly match: string;
  /** Stream that is looked at; the detector's own where this is not given. */
  readonly in?: PatternDetect['in'];
  readonly before?: number;
  readonly after?: number;
}

/** A check of `lib/pass/checks/`, over one file or over the whole change. */
export interface CheckDetect {
  readonly check: string;
  readonly languages?: readonly string[];
  readonly where?: Where;
}
