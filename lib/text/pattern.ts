/** Where a pattern matched, and its first group where it has one. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly group: string | null;
}

export interface Pattern {
  /** The first match that starts at or after `from`. */
  find(text: string, from?: number): Match | null;
  test(text: string): boolean;
}

interface PatternOptions {
  readonly ignoreCase?: boolean;
  /** `^` and `$` match at every line of the text. */
  readonly lines?: boolean;
}

export type Compile = (source: string, options?: PatternOptions) => Pattern;

/**
 * V8's engine: fast, and able to backtrack for ever. Only for patterns that ship with lgtm and are tested for that. Most of
 * them are for languages that a commit does not touch, so each is compiled when it is first used.
 */
export const trusted: Compile = (source, { ignoreCase = false, lines = false } = {}) => {
  let compiled: RegExp | null = null;
  const find = (text: string, from = 0): Match | null => {
    compiled ??= new RegExp(source, `g${ignoreCase ? 'i' : ''}${lines ? 'm' : ''}`);
    compiled.lastIndex = from;
    const found = compiled.exec(text);
    return found ? { start: found.index, end: found.index + found[0].length, group: found[1] ?? null } : null;
  };
  return { find, test: (text) => find(text) !== null };
};

let linear: Compile | null = null;

const compileLinear =
  (RE2JS: typeof import('re2js').RE2JS): Compile =>
  (source, { ignoreCase = false, lines = false } = {}) => {
    const expression = RE2JS.compile(source, (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (lines ? RE2JS.MULTILINE : 0));
    return {
      find: (text, from = 0) => {
        const matcher = expression.matcher(text);
        if (!matcher.find(from)) return null;
        return {
          start: matcher.start(),
          end: matcher.end(),
          group: matcher.groupCount() > 0 ? matcher.group(1) : null,
        };
      },
      test: (text) => expression.matcher(text).find(),
    };
  };

/** RE2's engine: no pattern takes more than linear time. It knows no look-around and no back-references and refuses them. */
export const untrusted = async (): Promise<Compile> => {
  linear ??= compileLinear((await import('re2js')).RE2JS);
  return linear;
};

/**
 * Compiles one pattern with the linear engine where it has been loaded (a repository's own rules are in force), else with
 * V8's: then all patterns are lgtm's own. Throws what the engine throws.
 */
export const compileSafely: Compile = (source, options) => (linear ?? trusted)(source, options);
