/** Lines that a statement may reach beyond the one that is looked at. */
const REACH = 8;

const balance = (code: string): number => {
  let depth = 0;
  for (const char of code) depth += '([{'.includes(char) ? 1 : ')]}'.includes(char) ? -1 : 0;
  return depth;
};

/** The last line of the brackets that the line opens. */
const endOf = (code: readonly string[], line: number): number => {
  let depth = balance(code[line - 1] ?? '');
  let at = line;
  while (depth > 0 && at < line + REACH && at < code.length) depth += balance(code[at++] ?? '');
  return depth > 0 ? line : at;
};

/** The line that opened the round or square bracket in which the line stands. */
const startOf = (code: readonly string[], line: number): number => {
  let depth = 0;
  for (let at = line - 1; at >= 1 && at >= line - REACH; at--) {
    const text = code[at - 1] ?? '';
    depth += balance(text);
    if (depth > 0) return /[([][^)\]]*$/.test(text) ? at : line;
  }
  return line;
};

/**
 * The statement around a line, as far as its brackets show: from the line that opens a call or list to the line that
 * closes it, at most eight away. `code` has comments and strings blanked, so that no bracket in them counts.
 */
export const statementAt = (lines: readonly string[], code: readonly string[], line: number): string => {
  const from = startOf(code, line);
  return lines.slice(from - 1, Math.max(line, endOf(code, from))).join('\n');
};
