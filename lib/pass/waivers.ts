import type { Finding, StagedFile, Suppressed } from '../types.ts';
import { detectLanguage } from './detect-language.ts';
import { readCommented } from './suppress-text.ts';
import { readWords, type Spoken, type WaiverWords } from './waiver-words.ts';

/** Where a waiver stands and what it speaks for. */
interface Place {
  readonly line: number;
  /** The line of code that it stands above; its own where it stands behind code. Null: the whole file. */
  readonly target: number | null;
  /** Whether the commit under review adds it. */
  readonly added: boolean;
  /** False where the comment may as well only speak of waivers. */
  readonly isClear: boolean;
}

/** An inline waiver: the rules it names, the reason, and where it counts. */
export interface Waiver extends WaiverWords, Place {}

export interface MalformedWaiver extends Place {
  readonly path: string;
  readonly why: string;
}

/** Lines at the top of a file in which a waiver may speak for the whole file. */
const FILE_LINES = 10;

/** Lines of comment that may stand between a waiver and its code. */
const REACH = 20;

/** The line of code below the comment that a waiver stands in. */
const targetOf = (line: number, rest: readonly string[], lines: readonly string[]): number => {
  const isComment = (at: number): boolean => rest[at - 1]?.trim() === '' && lines[at - 1]?.trim() !== '';
  let target = line;
  while (target - line < REACH && isComment(target)) target++;
  return target;
};

/** Waivers that are read of one file; a file with more has another problem. */
const MOST = 1000;

const LATE = `lgtm-ignore-file counts in the first ${FILE_LINES} lines only`;

type Read = { readonly waiver: Waiver } | { readonly fault: MalformedWaiver };

const placed = (spoken: Spoken, place: Place & { readonly path: string }): Read => {
  const { path, ...at } = place;
  if (spoken.kind === 'fault') return { fault: { ...place, why: spoken.why } };
  if (!spoken.wholeFile) return { waiver: { ...at, ...spoken.words } };
  return at.line > FILE_LINES
    ? { fault: { ...place, why: LATE } }
    : { waiver: { ...at, target: null, ...spoken.words } };
};

/** Reads the inline waivers of a staged file, from its comments. Malformed ones waive nothing and are named. */
export const readWaivers = (file: StagedFile): { waivers: Waiver[]; malformed: MalformedWaiver[] } => {
  const { path, oldPath, text, language } = file;
  if (!text?.includes('lgtm-ignore')) return { waivers: [], malformed: [] };
  const { comments, rest } = readCommented(
    text,
    detectLanguage({ text, language, ...(oldPath === undefined ? {} : { oldPath }) }),
  );
  const lines = text.split('\n');
  const addedLines = new Set(file.addedLines.map(({ line }) => line));
  const all = comments.flatMap((comment, i) => {
    const spoken = readWords(comment);
    if (spoken === null) return [];
    const line = i + 1;
    const target = targetOf(line, rest, lines);
    return [placed(spoken, { path, line, target, added: addedLines.has(line), isClear: spoken.isClear })];
  });
  const waivers = all.flatMap((one) => ('waiver' in one ? [one.waiver] : []));
  const malformed = all.flatMap((one) => ('fault' in one ? [one.fault] : []));
  const over = waivers[MOST];
  const why = `more than ${MOST} waivers in one file: from here on none counts`;
  return { waivers: waivers.slice(0, MOST), malformed: over ? [...malformed, { ...over, path, why }] : malformed };
};

/** True where a waiver speaks for the place of a finding: on its lines, above them, or for the whole file. */
export const covers = ({ line, target }: Place, finding: Pick<Finding, 'line' | 'endLine'>): boolean =>
  target === null ||
  target === finding.line ||
  (line >= finding.line - 1 && line <= Math.max(finding.line, finding.endLine));

/** Waivers by path. */
export type Waivers = ReadonlyMap<string, readonly Waiver[]>;

/**
 * Applies inline waivers. With `headOnly`, one that the commit adds itself does not count. What is suppressed is handed back
 * to be listed, never forgotten.
 */
export const applyWaivers = (
  findings: readonly Finding[],
  waivers: Waivers,
  headOnly: boolean,
): { kept: Finding[]; suppressed: Suppressed[] } => {
  const kept: Finding[] = [];
  const suppressed: Suppressed[] = [];
  for (const finding of findings) {
    const waiver = (waivers.get(finding.path) ?? []).find(
      (one) => one.rules.includes(finding.rule) && covers(one, finding) && !(headOnly && one.added),
    );
    if (waiver) suppressed.push({ finding, by: 'waiver', reason: waiver.reason, added: waiver.added });
    else kept.push(finding);
  }
  return { kept, suppressed };
};

/**
 * Sets apart the waivers that name a rule which does not exist: such a one waives nothing. `known` are the ids of all rules;
 * `hint` says which one may have been meant.
 */
export const checkWaivers = async (
  waivers: Waivers,
  known: ReadonlySet<string>,
  hint: (id: string) => Promise<string>,
): Promise<{ waivers: Waivers; malformed: MalformedWaiver[] }> => {
  const sound = new Map<string, readonly Waiver[]>();
  const malformed: MalformedWaiver[] = [];
  for (const [path, list] of waivers) {
    const isSound = ({ rules }: Waiver): boolean => rules.every((id) => known.has(id));
    sound.set(path, list.filter(isSound));
    for (const one of list.filter((waiver) => !isSound(waiver))) {
      const unknown = one.rules.find((id) => !known.has(id)) ?? '';
      malformed.push({ ...one, path, why: `there is no rule "${unknown}"${await hint(unknown)}` });
    }
  }
  return { waivers: sound, malformed };
};
