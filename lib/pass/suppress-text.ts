import { splitLines } from '../text/lines.ts';
import { mask } from '../text/mask.ts';
import { SYNTAX } from '../text/mask-syntax.ts';

/** A text taken apart line by line: what stands in comments, and what is left without them. */
export interface Commented {
  readonly comments: readonly string[];
  readonly rest: readonly string[];
}

/** Languages whose comments are known although they have no syntax of their own. */
const MARKUP = new Set(['html', 'vue']);

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Blanks fenced blocks, keeping line breaks: what stands in them is an example. */
const withoutFences = (text: string): string => {
  let mark = '';
  return text
    .split('\n')
    .map((line) => {
      const fence = FENCE.exec(line)?.[1] ?? '';
      if (mark === '' && fence === '') return line;
      if (mark === '') mark = fence;
      else if (fence.startsWith(mark) && line.trim() === fence) mark = '';
      return '';
    })
    .join('\n');
};

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Blanks code spans: from a run of backticks to the next one of the same length in its line. */
const withoutSpans = (line: string): string => {
  if (!line.includes('`')) return line;
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ index, length }));
  const later = new Map<number, number[]>();
  for (const { index, length } of runs.toReversed()) {
    const same = later.get(length);
    if (same) same.push(index);
    else later.set(length, [index]);
  }
  let shown = '';
  let at = 0;
  for (const { index, length } of runs) {
    const same = later.get(length) ?? [];
    same.pop();
    const close = same.at(-1);
    if (index < at || close === undefined) continue;
    shown += line.slice(at, index) + blank(line.slice(index, close + length));
    at = close + length;
  }
  return shown + line.slice(at);
};

/** HTML comments of a text, from and to. */
function* htmlComments(text: string): Generator<{ readonly from: number; readonly to: number }> {
  for (let at = text.indexOf('<!--'); at !== -1; ) {
    const end = text.indexOf('-->', at + 4);
    if (end === -1) return;
    yield { from: at, to: end + 3 };
    at = text.indexOf('<!--', end + 3);
  }
}

/** In Markdown only an HTML comment is one, and not where it is shown as code. */
const markdown = (text: string): { comment: string; uncommented: string } => {
  const plain = withoutFences(text).split('\n').map(withoutSpans).join('\n');
  const comment: string[] = [];
  const uncommented: string[] = [];
  let at = 0;
  for (const { from, to } of htmlComments(plain)) {
    const [between, found] = [plain.slice(at, from), plain.slice(from, to)];
    comment.push(blank(between), found);
    uncommented.push(between, blank(found));
    at = to;
  }
  const tail = plain.slice(at);
  return { comment: comment.join('') + blank(tail), uncommented: uncommented.join('') + tail };
};

/** Reads the comments of a text. In a language whose comments are not known any text may be one. */
export const readCommented = (text: string, language: string | null): Commented => {
  if (language === 'md') {
    const { comment, uncommented } = markdown(text);
    return { comments: splitLines(comment), rest: splitLines(uncommented) };
  }
  if (language !== null && (SYNTAX[language] || MARKUP.has(language))) {
    const { comment, uncommented } = mask(text, language);
    return { comments: splitLines(comment), rest: splitLines(uncommented) };
  }
  const lines = splitLines(text);
  // Where nobody knows what a comment is, a line that begins with a directive is taken for nothing else.
  return { comments: lines, rest: lines.map((line) => (/^\W*lgtm-ignore\b/.test(line) ? '' : line)) };
};
