import { once } from '../text/once.ts';
import type { Detect, PatternDetect, RuleHeader, Where } from '../types.ts';
import { CHECK_NEEDS, type Need } from './checks/needs.ts';
import type { Found } from './detect-pattern.ts';
import type { Scan } from './detect-scan.ts';

type Run = (scan: Scan) => Iterable<Found>;

type Fits = (scan: Scan) => boolean;

/** One way in which one rule looks at a file. */
export interface FileDetector {
  readonly rule: RuleHeader;
  readonly detect: Detect;
  readonly languages: readonly string[] | null;
  /** Makes what looks at a file; asked for once, when the detector is first to look at one. */
  readonly make: () => Run;
}

/** A detector made ready: what a text must hold for it to find anything, whether it looks at a file, and what it finds there. */
interface Ready {
  readonly needs: readonly Need[];
  /** Whether it looks at files of such a name: quick, so asked first. */
  readonly named: Fits;
  readonly fits: Fits;
  run(scan: Scan): Iterable<Found>;
}

export const isPattern = (detect: Detect): detect is PatternDetect => 'match' in detect;

const expression = (source: string | undefined): RegExp | null => (source === undefined ? null : new RegExp(source));

/** What the name of a file tells of its place. */
const NAMED: Readonly<Record<Where, Fits>> = {
  any: () => true,
  test: ({ test }) => test(),
  source: ({ test }) => !test(),
  written: () => true,
};

/** Whether a detector leaves alone what a tool made. A name must not be enough to hide from a rule of security. */
const isOfWritten = ({ quality }: RuleHeader, { where }: Detect): boolean =>
  quality !== 'security' && (where === 'source' || where === 'written');

/** Whether a rule and its detector look at a path. */
export const pathsOf = (rule: RuleHeader, detect: Detect): Fits => {
  const own = isPattern(detect) ? detect : null;
  const wanted = [expression(rule.pathPattern), expression(own?.pathPattern)].filter((pattern) => pattern !== null);
  const unwanted = expression(own?.notPathPattern);
  return ({ path }) => wanted.every((pattern) => pattern.test(path)) && !unwanted?.test(path);
};

const needsOf = (detect: Detect): readonly Need[] => {
  if (!isPattern(detect)) return CHECK_NEEDS[detect.check] ?? [];
  return detect.needles ? [{ of: detect.span === 'file' ? 'all' : 'added', needles: detect.needles.split(' ') }] : [];
};

const makeReady = ({ rule, detect, make }: FileDetector): Ready => {
  const ofWritten = isOfWritten(rule, detect);
  const paths = once(() => pathsOf(rule, detect));
  const run = once(make);
  return {
    needs: needsOf(detect),
    named: NAMED[detect.where ?? 'any'],
    fits: (scan) => !(ofWritten && scan.made()) && paths()(scan),
    run: (scan) => run()(scan),
  };
};

const known = new WeakMap<FileDetector, Ready>();

/** Makes a detector ready when its language is first met: most are for languages that a commit does not touch. */
export const ready = (detector: FileDetector): Ready => {
  const before = known.get(detector);
  if (before) return before;
  const made = makeReady(detector);
  known.set(detector, made);
  return made;
};

/** Every string that a scan is asked for on behalf of a detector. */
export const needlesOf = (detector: FileDetector): readonly string[] => {
  const { detect } = detector;
  const ways = isPattern(detect) ? (detect.ways ?? []) : [];
  return [
    ...ready(detector).needs.flatMap(({ needles }) => needles),
    ...ways.flatMap(({ needs }) => needs.flatMap((set) => set.split(' '))),
  ];
};
