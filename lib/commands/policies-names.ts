import { languageOf } from '../text/language.ts';

/** Conventions that the names of files show. Pure. */

/** How tests are named here, and the few that are named otherwise. */
export interface TestNames {
  readonly ending: string;
  readonly otherEnding: string;
  readonly language: string;
  readonly count: number;
  readonly outliers: readonly string[];
}

/** The style in which source files of one language are named. */
export interface Naming {
  readonly style: string;
  readonly language: string;
  readonly endings: readonly string[];
  readonly count: number;
  /** Characters that a name in another style has, as a glob. */
  readonly other: string;
  readonly good: string;
  readonly bad: string;
  readonly outliers: readonly string[];
}

/** A convention holds from so many files on, kept by this share of them, with at most so many exceptions. */
const HOLDS = { files: 8, share: 0.9, outliers: 12 } as const;

const holds = (kept: number, outliers: readonly string[]): boolean =>
  kept >= HOLDS.files && outliers.length <= HOLDS.outliers && kept / (kept + outliers.length) >= HOLDS.share;

const TEST_NAME = /\.(test|spec)(\.[cm]?[jt]sx?)$/;

/** `.test.` or `.spec.`, where the tests of a repository agree. */
export const testNamesOf = (paths: readonly string[]): TestNames | null => {
  const tests = paths.filter((path) => TEST_NAME.test(path));
  const named = (word: string): string[] => tests.filter((path) => TEST_NAME.exec(path)?.[1] === word);
  for (const [word, other] of [
    ['test', 'spec'],
    ['spec', 'test'],
  ] as const) {
    const [kept, outliers] = [named(word), named(other)];
    const extension = TEST_NAME.exec(kept[0] ?? '')?.[2];
    if (extension === undefined || !holds(kept.length, outliers)) continue;
    return {
      ending: `.${word}${extension}`,
      otherEnding: `.${other}${extension}`,
      language: languageOf(kept[0] ?? '') ?? 'text',
      count: kept.length,
      outliers,
    };
  }
  return null;
};

interface Style {
  readonly style: string;
  readonly fits: RegExp;
  /** A name of several words in this style: single words fit every style, and show none. */
  readonly shows: RegExp;
  readonly other: string;
  readonly example: string;
}

const STYLES: readonly Style[] = [
  { style: 'kebab-case', fits: /^[a-z0-9.-]+$/, shows: /-/, other: '*[A-Z_]*', example: 'order-total' },
  { style: 'snake_case', fits: /^[a-z0-9._]+$/, shows: /[a-z]_/, other: '*[A-Z-]*', example: 'order_total' },
  { style: 'camelCase', fits: /^[a-z][A-Za-z0-9.]*$/, shows: /[A-Z]/, other: '*[_-]*', example: 'orderTotal' },
];

const WRITTEN: readonly string[] = ['ts', 'js', 'py', 'rb', 'rs', 'go'];

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Names that a tool lays down are no choice: `__init__.py`, `.eslintrc.js`. */
const isChosen = (path: string): boolean => /^[A-Za-z]/.test(nameOf(path)) && !/config|setup/.test(nameOf(path));

const naming = (files: readonly string[], language: string): Naming | null => {
  for (const { style, fits, shows, other, example } of STYLES) {
    const kept = files.filter((path) => fits.test(nameOf(path)));
    const outliers = files.filter((path) => !fits.test(nameOf(path)));
    const shown = kept.filter((path) => shows.test(nameOf(path))).length;
    if (shown < HOLDS.files || !holds(kept.length, outliers)) continue;
    const endings = [...new Set(files.map((path) => nameOf(path).slice(nameOf(path).lastIndexOf('.') + 1)))];
    const wrong = STYLES.find((one) => one.style !== style && !fits.test(one.example))?.example ?? 'Other';
    const [ending = language] = endings;
    const named = { good: `${example}.${ending}`, bad: `${wrong}.${ending}` };
    return { style, language, endings, count: kept.length, other, ...named, outliers };
  }
  return null;
};

/** How source files of the most frequent language are named, where they agree. */
export const namingOf = (paths: readonly string[]): Naming | null => {
  const groups = WRITTEN.map((language) => ({
    language,
    files: paths.filter((path) => languageOf(path) === language && isChosen(path)),
  })).sort((a, b) => b.files.length - a.files.length);
  const [first] = groups;
  return first ? naming(first.files, first.language) : null;
};
