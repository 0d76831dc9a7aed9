import { escaped } from '../text/escaped.ts';
import { finder } from '../text/finder.ts';
import { needlesOf } from '../text/needles.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { Need } from './checks/needs.ts';
import type { Detectors } from './detect.ts';
import { speaks } from './detect-finds.ts';
import { type FileDetector, ready } from './detect-ready.ts';

/** What a file must hold for a detector to find anything in it; nothing where that is not known. */
const needsOf = (detector: FileDetector): readonly Need[] => {
  const { detect } = detector;
  const told = ready(detector).needs;
  if (told.length > 0 || !('match' in detect)) return told;
  const needles = needlesOf(detect.match);
  return needles ? [{ of: detect.span === 'file' ? 'all' : 'added', needles }] : [];
};

/** Characters below which the few words that are still asked for are found sooner one by one. */
const LONG = 20_000;

const oneByOne: Vocabulary = () => null;

interface Sought {
  readonly needle: string;
  /** Index of the detector that has use for it. */
  readonly detector: number;
  /** Which of the detector's needs it meets, as a bit. */
  readonly bit: number;
}

const soughtIn = (needs: readonly (readonly Need[])[], of: Need['of']): Sought[] =>
  needs.flatMap((all, detector) =>
    all.flatMap((need, i) => (need.of === of ? need.needles.map((needle) => ({ needle, detector, bit: 1 << i })) : [])),
  );

/** Notes for each detector which of its needs a text meets. */
type Mark = (text: string, met: Uint8Array) => void;

const note = (met: Uint8Array, { detector, bit }: Sought): void => {
  met[detector] = (met[detector] ?? 0) | bit;
};

/** Looks for all needles in one pass, as there are many and the text is short. */
const inOnePass = (sought: readonly Sought[]): Mark => {
  const { scan } = finder(sought.map(({ needle }) => needle));
  return (text, met) =>
    scan(text, (index) => {
      const one = sought[index];
      if (one) note(met, one);
    });
};

/** Looks for all needles by one expression, as they are few and the text is long: half the time of one after the other. */
const byExpression = (sought: readonly Sought[]): Mark => {
  const needles = [...new Set(sought.map(({ needle }) => needle))].sort((a, b) => b.length - a.length);
  if (needles.length === 0) return () => undefined;
  const any = new RegExp(needles.map(escaped).join('|'), 'gi');
  // The longest is found where several begin at one place; what is found holds those that it begins with.
  const heldBy = new Map(needles.map((one) => [one, sought.filter(({ needle }) => one.startsWith(needle))]));
  return (text, met) => {
    any.lastIndex = 0;
    for (let found = any.exec(text); found; found = any.exec(text)) {
      for (const one of heldBy.get(found[0].toLowerCase()) ?? []) note(met, one);
      // Another needle may begin within this one.
      any.lastIndex = found.index + 1;
    }
  };
};

/** What is looked for in files of one language; a language that is not known yet may be any. */
const markerOf = ({ files }: Detectors, needs: readonly (readonly Need[])[]) => {
  const markAdded = inOnePass(soughtIn(needs, 'added'));
  const known = new Map<string | null, Mark>();
  const inWhole = (language: string | null): Mark => {
    const speaking = needs.map((all, i) => (files[i] && speaks(files[i], language) ? all : []));
    return byExpression(soughtIn(language === null ? needs : speaking, 'all'));
  };
  return (added: string, whole: string, language: string | null, met: Uint8Array): void => {
    markAdded(added, met);
    const markWhole = known.get(language) ?? inWhole(language);
    known.set(language, markWhole);
    markWhole(whole, met);
  };
};

/**
 * Leaves out, file by file, the detectors that cannot find anything because no needle of theirs occurs in the added lines,
 * or in the whole text where they look there. In a large change nearly every file is free of nearly every needle.
 */
export const prefilter = (
  detectors: Detectors,
): ((added: string, whole: string, language: string | null) => Detectors) => {
  const needs = detectors.files.map(needsOf);
  const mark = markerOf(detectors, needs);
  const all = Uint8Array.from(needs, ({ length }) => (1 << length) - 1);
  const met = new Uint8Array(needs.length);
  return (added, whole, language) => {
    met.fill(0);
    mark(added, whole, language, met);
    const files: FileDetector[] = [];
    for (const [i, detector] of detectors.files.entries()) if (met[i] === all[i]) files.push(detector);
    return { ...detectors, files, words: whole.length < LONG ? oneByOne : detectors.words };
  };
};
