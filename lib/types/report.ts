import type { Line } from './change.ts';
import type { RuleHeader, Severity } from './rule.ts';

/** What a review says, and how it is shown. */

export interface Finding {
  /** Fingerprint: rule, path, normalised line and ordinal among equal lines. */
  readonly id: string;
  readonly rule: string;
  readonly title: string;
  readonly severity: Severity;
  readonly source: 'detector' | 'model';
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly quote: string;
  readonly message: string;
  readonly fix?: string;
  readonly verified?: boolean;
}

export interface Dropped {
  readonly reason: string;
  /** How many fell under this entry; one where absent. */
  readonly count?: number;
  readonly rule?: string;
  readonly path?: string;
  readonly line?: number;
  readonly quote?: string;
}

export interface Suppressed {
  readonly finding: Finding;
  readonly by: 'waiver' | 'baseline' | 'dismissed';
  readonly reason: string;
  /** True where the commit under review adds the suppression itself. */
  readonly added: boolean;
}

export interface NotReviewed {
  readonly path: string;
  readonly reason: string;
  readonly rule?: string;
  readonly line?: number;
}

export interface SelectedRule {
  readonly id: string;
  readonly why: string;
}

export interface ModelUse {
  readonly provider: string;
  readonly name: string;
  readonly digest: string;
  readonly calls: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
  /** Questions whose answers were on disk, so that nothing was sent; zero where absent. */
  readonly remembered?: number;
}

export type Outcome = 'clean' | 'warned' | 'blocked' | 'not-reviewed';

/** The contract of `lgtm check --format json`, schema 1. */
export interface Report {
  readonly schema: 1;
  readonly outcome: Outcome;
  readonly exitCode: number;
  readonly findings: readonly Finding[];
  readonly dropped: readonly Dropped[];
  readonly suppressed: readonly Suppressed[];
  readonly notReviewed: readonly NotReviewed[];
  readonly rules: { readonly selected: readonly SelectedRule[]; readonly skipped: number };
  readonly model: ModelUse | null;
  readonly notes: readonly string[];
}

/** What a reporter is told besides the report: the medium, and where to read what the report only names. */
export interface View {
  readonly color: boolean;
  /** Columns of the medium; no line is wider from 40 columns up. */
  readonly width: number;
  /** Lines of the post-image around the findings of a path; empty where the session does not hold them. */
  readonly source: (path: string) => readonly Line[];
  /** Full text of a rule, where it was asked for (`--explain`). */
  readonly explain?: (rule: string) => string;
  readonly toolVersion: string;
  readonly rule: (id: string) => RuleHeader | undefined;
}

/** Renders a whole report, its last line feed included. Pure; nothing untrusted comes out raw. */
export type Reporter = (report: Report, view: View) => string;
