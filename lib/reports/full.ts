import { safeJson } from '../text/visible.ts';
import type { ContextMap, Report, SelectedRule } from '../types.ts';

/** What was ruled about one disputed finding, and which quality took precedence where two rules contradict. */
export interface Ruling {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly ruling: string;
  readonly reason: string;
  readonly tradeoff: string | null;
}

/** What a role cost. Sizes in tokens, time in milliseconds. */
export interface RoleUse {
  readonly role: string;
  readonly turns: number;
  readonly tools: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
}

/** Something that only a person can settle: what, and what there is to do. */
export interface Escalation {
  readonly what: string;
  readonly options: string;
}

/** A full review: the report of the hook, and everything that stands on the table beside it. */
export interface FullReport {
  readonly report: Report;
  readonly scope: string;
  readonly driver: string;
  readonly status: { readonly status: string; readonly blockers: string; readonly next: string };
  readonly map: ContextMap;
  /** The map in the Explorer's words, where a model gave some. */
  readonly chart: string;
  readonly risks: readonly { readonly path: string; readonly why: string }[];
  readonly added: readonly SelectedRule[];
  readonly plan: {
    readonly by: 'model' | 'rules';
    readonly items: readonly {
      readonly dimension: string;
      readonly rules: readonly string[];
      readonly paths: readonly string[];
      readonly focus: string;
    }[];
  };
  readonly reviewers: readonly {
    readonly dimension: string;
    readonly rules: readonly string[];
    readonly questions: number;
    readonly proved: number;
  }[];
  readonly rulings: readonly Ruling[];
  readonly handoff: readonly string[];
  readonly escalations: readonly Escalation[];
  readonly synthesis: { readonly summary: string; readonly order: readonly string[]; readonly next: string } | null;
  readonly failures: readonly { readonly kind: string; readonly role: string; readonly reason: string }[];
  readonly roles: readonly RoleUse[];
}

/** The JSON of a full review: that of `lgtm check`, with everything else under `review`. */
export const fullJson = ({ report, ...review }: FullReport): string => `${safeJson({ ...report, review }, 2)}\n`;
