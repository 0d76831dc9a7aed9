import { escaped } from '../text/escaped.ts';
import type { Stage } from './stages.ts';

/** What can be told of a hook's text without running it. Text is latin1: one character a byte, so that nothing is lost. */

/** A word that any POSIX shell reads back unchanged; NUL cannot occur in a path. */
export const quote = (word: string): string => (/^[\w./@%+:,=-]+$/.test(word) ? word : quoteAlways(word));

/** As `quote`, but in quotes whatever the word holds. */
export const quoteAlways = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Interpreter and argument of a `#!` line, or null. The line keeps a CR, because the system keeps it too. */
export const shebangOf = (text: string): { readonly program: string; readonly argument: string } | null => {
  const [, program, argument] = /^#![ \t]*([^ \t\n]+)[ \t]*([^\n]*)/.exec(text) ?? [];
  return program === undefined ? null : { program, argument: argument ?? '' };
};

const SHELL = /(?:^|\/)(?:sh|bash|dash|ash|ksh|mksh|zsh)$/;

/** True where sh can read the file: a shell is named, or no interpreter at all. */
export const isShell = (text: string): boolean => {
  if (isBinary(text)) return false;
  const shebang = shebangOf(text);
  if (!shebang) return true;
  const named = /(?:^|\/)env$/.test(shebang.program)
    ? (shebang.argument.split(/\s+/).find((word) => !/^-|=/.test(word)) ?? '')
    : shebang.program;
  return SHELL.test(named.trim());
};

/** git's own test: a NUL among the first 8000 bytes. */
export const isBinary = (text: string): boolean => text.slice(0, 8000).includes('\0');

const LEAVES = /(?:^|[;&|(){]|\b(?:then|else|do|[!])\s)[ \t]*(?:exit|exec|return)\b/m;

/**
 * True where lines added at the end of a shell script are reached whenever the script succeeds. A script that ends
 * somewhere in the middle, or whose last lines may belong to a here-document or to a continued line, is not trusted.
 */
export const runsToItsEnd = (text: string): boolean => {
  const code = text.replace(/^[ \t]*#.*$/gm, '');
  return !LEAVES.test(code) && !code.includes('<<') && !/\\\s*$/.test(code);
};

const OWN_FOLDER =
  /dirname(?:\s+--)?\s+["']?\$\{?(?:0|BASH_SOURCE(?:\[0\])?)\}?["']?|\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}/g;
const OWN_NAME = /\$\{?0\b|BASH_SOURCE|\bargv\b|ARGV0|__FILE__|__file__|__filename|PROGRAM_NAME|FindBin|\$PROGRAM/;

/** True where a hook may look at the name it was started under, so that it has to keep that name; unknown counts as yes. */
export const mindsItsName = (text: string): boolean => isBinary(text) || OWN_NAME.test(text.replaceAll(OWN_FOLDER, ''));

/**
 * True where a hook, or the configuration of a hook manager, calls lgtm at this stage already. `scripts` is the package's
 * folder of hooks; `lgtm check` reviews what is staged and stands for pre-commit.
 */
export const callsLgtm = (text: string, scripts: string, stage: Stage): boolean => {
  const script = `(?:\\blgtm-hook/hooks|${escaped(scripts)})/${stage}\\b`;
  const words = stage === 'pre-commit' ? `(?:hook[ \\t]+${stage}|check)` : `hook[ \\t]+${stage}`;
  const command = `(?:^|[\\s/'"])lgtm(?:-hook|\\.js)?['"]?[ \\t]+${words}\\b`;
  return new RegExp(`${script}|${command}`, 'm').test(text.replace(/^[ \t]*#.*$/gm, ''));
};
