/** Where a change stands: intent and map. */

/** Tier 0, intent: what the commit says of itself. Counsel and Lead only, never a Reviewer. */
export interface Tier0 {
  readonly branch: string | null;
  readonly subjects: readonly string[];
  readonly message: string | null;
}

/** The Context Map: where the change stands. Paths, names and counts only, no text of the change. */
export interface ContextMap {
  readonly domains: readonly string[];
  readonly languages: readonly string[];
  readonly policies: readonly string[];
  readonly risks: readonly Risk[];
  readonly summary: string;
}

export interface Risk {
  readonly kind: string;
  readonly paths: readonly string[];
}
