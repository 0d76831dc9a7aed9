/** The nouns of the evaluation. Types only: nothing here exists at run time. */

/**
 * Where a case comes from. A, B: the examples of the rules, bad and allowed. C: a violation in a small project. D: a clean
 * change. E: a large change. F: text that tries to steer the reviewer.
 */
export type Stratum = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

/** Defaults are chosen on `dev`; `test` only measures. A template lies in one of them as a whole. */
export type Split = 'dev' | 'test';

/** A file as a commit holds it. */
export interface Blob {
  readonly path: string;
  readonly content: Buffer;
  /** Mode as git prints it. */
  readonly mode: string;
}

/** A place where a rule is broken. One finding on any of the lines proves it found; a second is a duplicate. */
export interface Label {
  readonly rule: string;
  readonly path: string;
  /** Lines of the file as staged (as removed, for what a deletion breaks); null: anywhere in the file. */
  readonly lines: readonly number[] | null;
}

/** One measured change: what HEAD holds, what is staged, and what a review should find in it. */
export interface Case {
  readonly id: string;
  readonly template: string;
  readonly split: Split;
  readonly stratum: Stratum;
  /** File that the case was read from. */
  readonly file: string;
  readonly base: readonly Blob[];
  readonly staged: readonly Blob[];
  readonly labels: readonly Label[];
  /** Findings here count neither for nor against anybody. */
  readonly neutral: readonly Label[];
  /** Rules whose findings count neither for nor against anybody, wherever they are. */
  readonly allowed: readonly string[];
  /** The one rule that the case says something about; findings of others are neutral. All rules where absent. */
  readonly only?: string;
  readonly added: number;
  /** The project that HEAD holds, where it is one of `apps/`. */
  readonly app?: string;
  /** HEAD holds the project as it is, with nothing added to it. */
  readonly plain?: boolean;
  /** The same change without the text that tries to steer. */
  readonly twin?: string;
  /** Examples of rules that must not be shown to the model with this case, because the case is made of them. */
  readonly withheld?: Withheld;
  /** Written by hand, or made from another case by an operator. */
  readonly made: 'written' | 'varied' | 'example';
}

/** Examples of one rule, by the lines on which they stand in its file. */
export interface Withheld {
  readonly rule: string;
  readonly at: readonly number[];
}

/** A case, or a part of one, that cannot be used; it is named and counted apart. */
export interface CaseFault {
  readonly file: string;
  readonly message: string;
}

/** Cases that were read, and files that gave none. */
export interface Corpus {
  readonly cases: readonly Case[];
  readonly faults: readonly CaseFault[];
}
