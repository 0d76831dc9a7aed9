import { posix } from 'node:path';
import { fencesOf } from './markdown.ts';

/** A link of a document to another one; `path` is null where it leads out of the repository. */
export interface Link {
  readonly target: string;
  readonly path: string | null;
  readonly line: number;
}

/** `[text](target)`, with an optional title; a target with blanks stands in angle brackets. */
const INLINE = /\]\(\s{0,4}(?:<([^>\n]{1,400})>|([^()\s]{1,400}))(?:\s{1,4}["'(][^\n]{0,200})?\s{0,4}\)/g;

/** `[name]: target` on a line of its own. */
const REFERENCE = /^ {0,3}\[[^\]\n]{1,200}\]:\s{1,8}<?([^\s>]{1,400})>?/gm;

/** `@docs/style.md`, by which notes for coding assistants bring in others. */
const INCLUDE = /(?:^|\s)@((?:\.{0,2}\/)?[\w./-]{1,300}\.mdx?)(?=[\s,;)]|$)/gm;

const SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;

const decoded = (target: string): string => {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
};

/** Where a link of a document leads within the repository: null where that is outside of it. */
export const resolveLink = (from: string, target: string): string | null => {
  const bare = decoded(target.replace(/[?#].*$/, ''));
  const path = posix.normalize(bare.startsWith('/') ? bare.slice(1) : posix.join(posix.dirname(from), bare));
  return path.startsWith('../') || path === '..' || path.startsWith('/') || path.includes('\0') ? null : path;
};

/** The text with fenced blocks blanked: what they show is no link. */
const withoutFences = (text: string): string => {
  const lines = text.split('\n');
  for (const { line, text: body } of fencesOf(text))
    for (let at = 0; at < body.split('\n').length; at++) if (lines[line + at] !== undefined) lines[line + at] = '';
  return lines.join('\n');
};

/**
 * Links of a Markdown document to other Markdown documents, in the order in which they stand; those with a scheme are left
 * out, and so are repeats.
 */
export const linksIn = (text: string, from: string): Link[] => {
  const body = withoutFences(text.replaceAll('\r\n', '\n'));
  const found = [INLINE, REFERENCE, INCLUDE].flatMap((form) =>
    [...body.matchAll(form)].map((match) => {
      const target = match[1] ?? match[2] ?? '';
      return { target, at: match.index + match[0].indexOf(target) };
    }),
  );
  const seen = new Set<string>();
  return found
    .filter(({ target }) => /\.(?:md|markdown|mdx)(?:[?#]|$)/i.test(target) && !SCHEME.test(target))
    .sort((a, b) => a.at - b.at)
    .filter(({ target }) => !seen.has(target) && seen.add(target))
    .map(({ target, at }) => ({ target, path: resolveLink(from, target), line: body.slice(0, at).split('\n').length }));
};
