/** A character with up to two combining marks. Marks beyond that stand alone and count, so that no line grows without end. */
const UNIT = /[^\p{Mn}\p{Me}][\p{Mn}\p{Me}]{0,2}|./gsu;

/**
 * Characters of two columns: the blocks that hold East Asian Width W and F (UAX #11) and emoji. Coarse on purpose: a
 * narrow character among them is counted as wide, never the other way round.
 */
const WIDE = new RegExp(
  `[${[
    '\\p{Emoji_Presentation}\\u1100-\\u115f\\u2329\\u232a\\u2630-\\u2637\\u268a-\\u268f\\u2e80-\\u303e\\u3041-\\ua4cf\\ua960-\\ua97f',
    '\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe1f\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18dff}',
    '\\u{18e00}-\\u{191ff}\\u{1aff0}-\\u{1b2ff}\\u{1d300}-\\u{1d37f}\\u{1f000}-\\u{1faff}\\u{20000}-\\u{3fffd}',
  ].join('')}]`,
  'u',
);

const ASCII = /^[\x20-\x7e]*$/;

const units = (text: string): readonly string[] => text.match(UNIT) ?? [];

const unitWidth = (unit: string): number => (WIDE.test(unit) ? 2 : 1);

/** Columns that visible text takes on a terminal; exact for most scripts, never too few. */
export const columns = (text: string): number =>
  ASCII.test(text) ? text.length : units(text).reduce((sum, unit) => sum + unitWidth(unit), 0);

/** The longest beginning of `text` that fits into `max` columns; one character where not even that fits. */
const head = (text: string, max: number): string => {
  let taken = '';
  let used = 0;
  for (const unit of units(text)) {
    used += unitWidth(unit);
    if (used > max && taken !== '') break;
    taken += unit;
  }
  return taken;
};

/** Text of at most `max` columns, with an ellipsis where it was cut. */
export const clip = (text: string, max: number): string => (columns(text) <= max ? text : `${head(text, max - 1)}…`);

/** Cuts a word that no line holds, after a slash where one stands in the second half, so that names stay whole. */
const pieces = (word: string, width: number): string[] => {
  const cut: string[] = [];
  let rest = word;
  while (columns(rest) > width) {
    const fitting = head(rest, width);
    const slash = fitting.lastIndexOf('/') + 1;
    const piece = slash > fitting.length / 2 ? fitting.slice(0, slash) : fitting;
    cut.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...cut, rest];
};

/** Breaks one paragraph into lines of at most `width` columns, at spaces where it can. Never empty. */
export const wrap = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => pieces(one, width))) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (line !== '' && columns(joined) > width) {
      lines.push(line);
      line = word;
    } else line = joined;
  }
  return [...lines, line];
};
