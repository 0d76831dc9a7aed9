import type { Compile, Pattern } from '../text/pattern.ts';
import type { RuleHeader } from '../types.ts';

/** A pattern whose first group (or whole match) is a secret. */
interface Secret {
  readonly pattern: Pattern;
  readonly unless: Pattern | null;
}

/** A text with its secrets unreadable. */
export type Redact = (text: string) => string;

/** Keeps enough to find the place again and too little to use it. */
const veil = (secret: string): string => {
  if (secret.length < 8) return '…';
  const ends = secret.length < 16 ? [2, 1] : [4, 2];
  return `${secret.slice(0, ends[0])}…${secret.slice(-(ends[1] ?? 0))}`;
};

const secretsOf = (rules: readonly RuleHeader[], compile: (rule: RuleHeader) => Compile): Secret[] =>
  rules
    .filter(({ redact }) => redact)
    .flatMap((rule) =>
      rule.detect.flatMap((detect) => {
        if (!('match' in detect)) return [];
        const options = { ignoreCase: detect.ignoreCase ?? false };
        const unless = detect.unless === undefined ? null : compile(rule)(detect.unless, options);
        return [{ pattern: compile(rule)(detect.match, options), unless }];
      }),
    );

const secretsIn = (text: string, { pattern, unless }: Secret): Set<string> => {
  const found = new Set<string>();
  for (let match = pattern.find(text); match; match = pattern.find(text, Math.max(match.end, match.start + 1))) {
    const secret = match.group ?? text.slice(match.start, match.end);
    if (secret.length > 3 && !unless?.test(text.slice(match.start, match.end))) found.add(secret);
  }
  return found;
};

/**
 * Replaces the middle of every secret that the rules marked `redact` would report by `…`, wherever it stands in the line.
 * For one line at a time; `unless` is held against the match alone, so that a doubt hides rather than shows.
 */
export const redactor = (rules: readonly RuleHeader[], compile: (rule: RuleHeader) => Compile): Redact => {
  const secrets = secretsOf(rules, compile);
  return (text) => {
    let shown = text;
    for (const secret of secrets)
      for (const found of secretsIn(text, secret)) shown = shown.replaceAll(found, () => veil(found));
    return shown;
  };
};
