import { finder } from '../text/finder.ts';
import { needlesOf } from '../text/needles.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { Need } from './checks/needs.ts';
import type { Detectors } from './detect.ts';
import { speaks } from './detect-finds.ts';
import { type FileDetector, ready } from './detect-ready.ts';

/** What a file must hold for a detector to find anything in it; null where nothing is known. */
const needOf = (detector: FileDetector): Need | null => {
  const { detect } = detector;
  const [told] = ready(detector).needs;
  if (told) return told;
  const needles = 'match' in detect ? needlesOf(detect.match) : null;
  return needles && { of: 'match' in detect && detect.span === 'file' ? 'all' : 'added', needles };
};

/** Characters below which the few words that are still asked for are found sooner one by one. */
const LONG = 20_000;

const oneByOne: Vocabulary = () => null;

interface Sought {
  readonly needle: string;
  /** Index of the detector that has use for it. */
  readonly detector: number;
}

const soughtIn = (needs: readonly (Need | null)[], of: Need['of']): Sought[] =>
  needs.flatMap((need, detector) => (need?.of === of ? need.needles.map((needle) => ({ needle, detector })) : []));

/** Marks the detectors of which a needle occurs in a text. */
type Mark = (text: string, wanted: Uint8Array) => void;

/** Looks for all needles in one pass, as there are many and the text is short. */
const inOnePass = (sought: readonly Sought[]): Mark => {
  const { scan } = finder(sought.map(({ needle }) => needle));
  return (text, wanted) =>
    scan(text, (index) => {
      wanted[sought[index]?.detector ?? 0] = 1;
    });
};

/** Looks for one needle after the other, each once, as there are few and the text is long. */
const byWord = (sought: readonly Sought[]): Mark => {
  const words = new Map<string, number[]>();
  for (const { needle, detector } of sought) words.set(needle, [...(words.get(needle) ?? []), detector]);
  return (text, wanted) => {
    const lower = text.toLowerCase();
    for (const [word, detectors] of words)
      if (detectors.some((detector) => wanted[detector] === 0) && lower.includes(word))
        for (const detector of detectors) wanted[detector] = 1;
  };
};

/** What is looked for in files of one language; a language that is not known yet may be any. */
const markerOf = ({ files }: Detectors, needs: readonly (Need | null)[]) => {
  const markAdded = inOnePass(soughtIn(needs, 'added'));
  const known = new Map<string | null, Mark>();
  const inWhole = (language: string | null): Mark => {
    const speaking = needs.map((need, i) => (files[i] && speaks(files[i], language) ? need : null));
    return byWord(soughtIn(language === null ? needs : speaking, 'all'));
  };
  return (added: string, whole: string, language: string | null, wanted: Uint8Array): void => {
    markAdded(added, wanted);
    const markWhole = known.get(language) ?? inWhole(language);
    known.set(language, markWhole);
    markWhole(whole, wanted);
  };
};

/**
 * Leaves out, file by file, the detectors that cannot find anything because no needle of theirs occurs in the added lines,
 * or in the whole text where they look there. In a large change nearly every file is free of nearly every needle.
 */
export const prefilter = (
  detectors: Detectors,
): ((added: string, whole: string, language: string | null) => Detectors) => {
  const needs = detectors.files.map(needOf);
  const mark = markerOf(detectors, needs);
  const always = Uint8Array.from(needs, (need) => (need ? 0 : 1));
  const wanted = new Uint8Array(needs.length);
  return (added, whole, language) => {
    wanted.set(always);
    mark(added, whole, language, wanted);
    const files = detectors.files.filter((_, i) => wanted[i] === 1);
    return { ...detectors, files, words: whole.length < LONG ? oneByOne : detectors.words };
  };
};
