/** The words of an inline waiver, wherever its comment stands. */
export interface WaiverWords {
  readonly rules: readonly string[];
  readonly reason: string;
}

/** What a comment says: a waiver, a fault in one, or nothing of the kind. */
export type Spoken =
  | { readonly kind: 'waiver'; readonly words: WaiverWords; readonly wholeFile: boolean; readonly isClear: boolean }
  /** Not `isClear`: the comment may as well only speak of waivers. */
  | { readonly kind: 'fault'; readonly why: string; readonly isClear: boolean };

const REASON = 500;

/** Characters around the mark that are looked at: a line may be megabytes long. */
const AROUND = 2000;

/** A mark in quotes or code marks is spoken of, not meant. */
const MARK = /(?<![\w`'"$-])lgtm-ignore(-[\w-]+)?(?![\w`'"-])([\s\S]*)$/;

/** What may stand between the beginning of a comment and a directive. */
const OPENER = /(?:^|[/*#;%!\-{<|'"])\s*$/;

const CLOSER = /\s*(?:\*\/|-->|#\}|%>|\}\})[\s\S]*$/;

const FORM = /^\s+([\w./-]+(?:\s*,\s*[\w./-]+)*)\s*(?::\s*([\s\S]*))?$/;

/** What stands for a rule in a description of waivers. */
const PLACEHOLDER = /^\s+(?:RULE\b|ID\b|[<{[$…]|\.\.\.)/;

const USE = 'write lgtm-ignore RULE: reason';

const faulty = (why: string, isClear: boolean): Spoken => ({ kind: 'fault', why: `${why}: ${USE}`, isClear });

/** What is wrong with a directive that is not complete. */
const faultOf = (rest: string, ids: string | undefined): Spoken => {
  if (ids) return faulty('no reason is given', true);
  // Several words without a colon: a sentence, or somebody who forgot the rule.
  return faulty('no rule is named', rest.trim() === '' || /^\s*:/.test(rest));
};

const read = (suffix: string, rest: string, isFirst: boolean): Spoken | null => {
  if (suffix !== '' && suffix !== '-file') return isFirst ? faulty(`"lgtm-ignore${suffix}" is not known`, true) : null;
  const [, ids, text = ''] = FORM.exec(rest) ?? [];
  const reason = text.trim().slice(0, REASON);
  if (!ids || !/[\p{L}\p{N}]{2}/u.test(reason)) return isFirst ? faultOf(rest, ids) : null;
  const words = { rules: ids.split(',').map((id) => id.trim()), reason };
  return { kind: 'waiver', words, wholeFile: suffix !== '', isClear: isFirst };
};

/** Reads one line of comment. Null where it holds no waiver, or only the pattern of one. */
export const readWords = (comment: string): Spoken | null => {
  const found = MARK.exec(comment);
  if (!found) return null;
  const [, suffix = '', tail = ''] = found;
  const rest = tail.slice(0, AROUND).replace(CLOSER, '');
  const before = comment.slice(Math.max(0, found.index - AROUND), found.index);
  return PLACEHOLDER.test(rest) ? null : read(suffix, rest, OPENER.test(before));
};
