import type { Stratum } from './types.ts';
import type { Share } from './wilson.ts';

/** What is counted, and how: which rules, and whose findings. */
export interface Measure {
  readonly rules: ReadonlySet<string>;
  /** A case counts for the rules of the model only where the model could be asked. */
  readonly needsModel: ReadonlySet<string>;
}

/** How right the findings are, and how many of the places they found. */
export interface Quality {
  readonly precision: Share;
  readonly recall: Share;
  readonly f1: number | null;
  /** The headline: a false alarm costs a reader more than a miss. */
  readonly f05: number | null;
  readonly duplicates: number;
  readonly neutral: number;
}

export interface RuleFigures extends Quality {
  readonly rule: string;
  /** Labels that the rule was not even asked about. */
  readonly unselected: number;
}

/** Changes in which nothing is wrong, and in how many of them something was reported all the same. */
export interface Alarms {
  readonly any: Share;
  readonly warned: Share;
  readonly blocked: Share;
  readonly perThousandLines: number | null;
}

export interface Figures {
  readonly cases: number;
  readonly reviews: number;
  readonly faults: readonly { readonly id: string; readonly fault: string }[];
  readonly all: Quality;
  readonly rules: readonly RuleFigures[];
  /** Means over the rules that could be measured. */
  readonly macro: { readonly precision: number | null; readonly recall: number | null };
  readonly alarms: Alarms;
  readonly sizes: readonly ({ readonly size: string } & Quality)[];
  readonly strata: readonly ({ readonly stratum: Stratum; readonly cases: number } & Quality)[];
  readonly lines: Lines;
  readonly behaviour: Behaviour;
  readonly clocks: Clocks;
}

/** How near findings of a labelled rule in a labelled file come to the label. */
export interface Lines {
  readonly exact: Share;
  readonly within1: Share;
  readonly within3: Share;
}

/** What became of the claims of the model, and how steady it is. */
export interface Behaviour {
  /** Claims that the model made; those of them whose quote stands in the change; those whose line was corrected. */
  readonly claims: number;
  readonly grounded: Share;
  readonly relocated: Share;
  /** Claims that each filter dropped; how many of them were right and how many wrong, where a line is known. */
  readonly dropped: readonly Drops[];
  /** What asking again took away: wrong claims (as it should) and right ones. */
  readonly killed: { readonly wrong: number; readonly right: number };
  /** Questions without an answer, and those of them whose answer could not be read. */
  readonly unreviewed: number;
  readonly unreadable: number;
  /** Cases that were reviewed more than once and did not come out the same. */
  readonly flips: Share;
  /** Recall of changes that try to steer, that of the same changes without the attempt, and the difference. */
  readonly lured: Share;
  readonly unlured: Share;
  readonly attackDelta: number | null;
}

export interface Drops {
  readonly reason: string;
  readonly count: number;
  readonly right: number;
  readonly wrong: number;
}

/** Half of the values lie below the median, 95 of 100 below `p95`; null where there are none. */
export interface Spread {
  readonly median: number | null;
  readonly p95: number | null;
}

export interface Clocks {
  readonly calls: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Seconds of a whole review, of those in which the model was asked, and of one question to it. */
  readonly review: Spread;
  readonly cold: Spread;
  readonly warm: Spread;
  readonly question: Spread;
}
