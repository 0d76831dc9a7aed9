import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';

/** Fewer lines of code in a row are an example or an aside. */
const LEAST = 2;

const MARK = /^\s*(?:\/\/+|#+)[ \t]?/;
const DOC_MARK = /^\s*(?:\/\/[/!]|#!|#\[)/;

/** What is indented within a comment is an example in Go's documentation. */
const GO_EXAMPLE = /^\s*\/\/(?:\t| {2,})/;
const PROSE = /(?:^|[^\w.])[A-Za-z]{2,20} [a-z]{2,20} [a-z]{2,20}(?:[ ,.:;]|$)/;
const NOT_CODE =
  /https?:|^@|\b(?:eslint|prettier|biome|istanbul|c8|noqa|pylint|mypy|type:|nolint|TODO|FIXME|e\.g\.|i\.e\.)/;
const STATEMENT =
  /^(?:\}?\s*else\b.*[{:]$|(?:const|let|var|if|for|while|return|import|from|func|def|fn|async|await|throw|raise|try|catch|except|print|this\.|self\.).*[=(){};.[\]:])/;
const ASSIGNMENT = /^[\w.[\]$'"]{1,60}\s*(?::?=|\+=|-=)\s*\S/;
const CALL = /^[\w.$]{1,60}\(.*\)[;,]?$/;
const CLOSING = /^[)}\]]{1,4}[;,)]{0,3}$/;
const ENDED = /[;{}]$/;

const isCode = (content: string): boolean =>
  content !== '' &&
  !NOT_CODE.test(content) &&
  !PROSE.test(content) &&
  (STATEMENT.test(content) || ASSIGNMENT.test(content) || CALL.test(content) || CLOSING.test(content));

/** A call alone may be the name of something; a statement is code. */
const isStrong = (content: string): boolean =>
  ENDED.test(content) || STATEMENT.test(content) || ASSIGNMENT.test(content);

/** The text of a line that is a comment and nothing else; null for every other line. */
const commentOf = (scan: Scan, line: number): string | null => {
  if (scan.line('code', line).trim() !== '') return null;
  const comment = scan.line('comment', line).slice(0, 400);
  if (scan.language === 'go' && GO_EXAMPLE.test(comment)) return null;
  return MARK.test(comment) && !DOC_MARK.test(comment) ? comment.replace(MARK, '').trim() : null;
};

interface Run {
  start: number;
  lines: string[];
}

const found = ({ start, lines }: Run): Found[] =>
  lines.length >= LEAST && lines.some(isStrong) ? [{ line: start, endLine: start + lines.length - 1 }] : [];

function* runs(scan: Scan): Generator<Found> {
  let run: Run = { start: 0, lines: [] };
  let explained = false;
  for (let line = 1; line <= scan.count(); line++) {
    const content = commentOf(scan, line);
    const code = content !== null && !explained && isCode(content);
    if (code && run.lines.length === 0) run = { start: line, lines: [] };
    if (code) run.lines.push(content);
    else {
      yield* found(run);
      run = { start: 0, lines: [] };
      explained = content !== null && content !== '';
    }
  }
  yield* found(run);
}

/**
 * Finds runs of comment lines that are code. A run below a line of prose is taken for an example that the prose explains.
 */
export const commentedOutCode = (scan: Scan): Iterable<Found> =>
  /\/\/|#/.test(scan.candidates('text').text) && scan.candidates('comment').text.trim() !== '' ? runs(scan) : [];
