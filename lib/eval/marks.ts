/** Marks at the end of a line of a case: `⟦sec/sql-concat⟧` says that the line breaks the rule, and is taken off. */

/** What a mark says of its line. */
export interface Mark {
  /** A rule, or one of the words `lure` and `pad`. */
  readonly name: string;
  /** Marks of one rule and group are one place with several acceptable lines. */
  readonly group: string | null;
  /** A finding here counts neither for nor against anybody. */
  readonly neutral: boolean;
}

const MARK = /[ \t]*⟦([^⟦⟧=][^⟦⟧]*)⟧$/;
const WORD = /^([a-z]+(?:\/[\w/-]+)?)(?:@(\w+))?(\?)?$/;

const markOf = (text: string): Mark | null => {
  const [, name, group = null, neutral] = WORD.exec(text.trim()) ?? [];
  return name === undefined ? null : { name, group, neutral: neutral !== undefined };
};

/** A line without its marks; `wrong` is a mark that cannot be read. */
export interface Marked {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly wrong: string | null;
}

/** Takes the marks off a line. Several stand in one pair of brackets, with semicolons between them. */
export const takeMarks = (line: string): Marked => {
  const found = MARK.exec(line);
  if (!found) return { text: line, marks: [], wrong: null };
  const words = (found[1] ?? '').split(';');
  const marks = words.map(markOf);
  const wrong = words.find((_, i) => marks[i] === null) ?? null;
  return { text: line.slice(0, found.index), marks: marks.filter((mark) => mark !== null), wrong };
};
