import type { Case, Stratum } from './types.ts';

/** What became of a finding when it was held against the labels. `duplicate`: its place was found before. */
export type Judged = 'true' | 'false' | 'duplicate' | 'neutral';

export interface FoundResult {
  readonly rule: string;
  readonly source: 'detector' | 'model';
  readonly severity: string;
  readonly path: string;
  readonly line: number;
  readonly verified: boolean;
  /** What is quoted is the line that the finding names. */
  readonly stands: boolean;
  readonly judged: Judged;
  /** Lines to the nearest label of the rule in the file; null where there is none. */
  readonly off: number | null;
}

export interface LabelResult {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly found: boolean;
  /** Counsel brought the rule up, or its detector ran. */
  readonly selected: boolean;
}

/** Claims of the model that were dropped for one reason; `truth`: the line does break the rule, null where no line is known. */
export interface DroppedResult {
  readonly reason: string;
  readonly rule: string | null;
  readonly count: number;
  readonly truth: boolean | null;
}

export interface CallsResult {
  readonly calls: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Milliseconds that the model took, and those of loading it. */
  readonly ms: number;
  readonly loadMs: number;
  /** Proved claims whose line was corrected, out of how many proved. */
  readonly relocated: number;
  readonly proved: number;
}

/** What one review of one case came to: all that the figures are made of. */
export interface CaseResult {
  readonly id: string;
  readonly template: string;
  readonly stratum: Stratum;
  readonly made: Case['made'];
  readonly run: number;
  readonly added: number;
  /** The change holds no label at all. */
  readonly clean: boolean;
  /** The case without its lure, where it has one. */
  readonly twin: string | null;
  readonly outcome: string;
  /** Why the review is not complete; null where it is. */
  readonly fault: string | null;
  readonly findings: readonly FoundResult[];
  readonly labels: readonly LabelResult[];
  readonly dropped: readonly DroppedResult[];
  /** Questions without an answer, and those of them whose answer could not be read. */
  readonly unreviewed: number;
  readonly unreadable: number;
  readonly model: CallsResult | null;
  /** Milliseconds of the whole run of the program. */
  readonly ms: number;
}
