/** Where the code around a change belongs: its enclosing declaration and the imports it uses, by shape and indentation. */

const DECLARATION =
  /^\s*(?:export\s+|default\s+|public\s+|private\s+|protected\s+|static\s+|async\s+|pub(?:\([a-z]+\))?\s+|unsafe\s+)*(?:function\*?|class|interface|def|fn|func|impl|struct|enum|trait|type|module|namespace)\b|^\s*(?:export\s+)?(?:const|let|var)\s+\w+\s*=\s*(?:async\s*)?(?:\(|function)|^\s*(?:CREATE|ALTER)\s+TABLE\b/;

/** Lines above a change among which its declaration is looked for. */
const REACH = 400;

const indentOf = (text: string): number => text.length - text.trimStart().length;

const isBlank = (text: string): boolean => text.trim() === '';

/** A range of lines, both ends included, from 1. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Line of the nearest declaration that encloses a line, 0 where there is none near. */
const declarationOf = (post: readonly string[], line: number): number => {
  const own = post[line - 1] ?? '';
  const depth = isBlank(own) ? Number.POSITIVE_INFINITY : indentOf(own);
  for (let at = line - 2; at >= 0 && at > line - REACH; at--) {
    const text = post[at] ?? '';
    if (!isBlank(text) && indentOf(text) < depth && DECLARATION.test(text)) return at + 1;
  }
  return 0;
};

/** The declaration that encloses a line, as it is written; null where there is none near. */
export const scopeOf = (post: readonly string[], line: number): string | null =>
  post[declarationOf(post, line) - 1] ?? null;

/** A closing line that opens the body: `) {` below a list of parameters. */
const OPENS = /(?:[{([:]|=>)\s*$/;

const closes = (text: string): boolean => /^\s*[)}\]]/.test(text);

const goesOn = (text: string): boolean => closes(text) && OPENS.test(text);

const lastWritten = (post: readonly string[], line: number): number => {
  let at = line;
  while (at > 0 && isBlank(post[at - 1] ?? '')) at--;
  return at;
};

const endOf = (post: readonly string[], start: number, most: number): number => {
  const depth = indentOf(post[start - 1] ?? '');
  const leaves = (text: string): boolean => !isBlank(text) && indentOf(text) <= depth && !goesOn(text);
  const found = post.slice(start, start + most).findIndex(leaves);
  const end = found === -1 ? Math.min(post.length, start + most) : start + found + 1;
  return found !== -1 && !closes(post[end - 1] ?? '') ? lastWritten(post, end - 1) : end;
};

/** The function (or class, or type) around a line where it has at most `most` lines, else null. */
export const enclosingRange = (post: readonly string[], line: number, most: number): Range | null => {
  const from = DECLARATION.test(post[line - 1] ?? '') ? line : declarationOf(post, line);
  if (from === 0) return null;
  const to = endOf(post, from, most);
  return to >= line && to - from + 1 <= most ? { from, to } : null;
};

const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|(?:const|let|var)\s.{1,200}=\s*require\(|use\s+[\w:{]|using\s+[\w.]|#include\b|require(?:_once|_relative)?[\s(])/;

/** Lines of a file among which imports are looked for. */
const TOP = 200;

const WORD = /[A-Za-z_$][\w$]+/g;

const COMMON = new Set(['import', 'from', 'const', 'let', 'var', 'require', 'use', 'using', 'include', 'type', 'as']);

const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).filter((word) => !COMMON.has(word));

/** Lines that import something, those inside Go's `import ( … )` included. */
const importLines = (post: readonly string[]): number[] => {
  let inBlock = false;
  return post.slice(0, TOP).flatMap((text, i) => {
    const within = inBlock && !/^\s*\)/.test(text);
    inBlock = within || /^import\s*\(\s*$/.test(text);
    return within || (IMPORT.test(text) && !/^import\s*\(\s*$/.test(text)) ? [i + 1] : [];
  });
};

/** Lines of a file that import what the given lines use, at most `most`. */
export const importsFor = (post: readonly string[], lines: readonly string[], most: number): number[] => {
  const used = new Set(lines.flatMap(wordsOf));
  return importLines(post)
    .filter((line) => wordsOf(post[line - 1] ?? '').some((word) => used.has(word)))
    .slice(0, most);
};
