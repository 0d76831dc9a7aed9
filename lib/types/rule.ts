import type { Detect } from './detect.ts';

/** Rules, their examples, and what detectors propose. */

export type Severity = 'block' | 'warn' | 'info';

/** D: the detector decides. H: the detector proposes, the model confirms. M: the model alone. */
export type RuleClass = 'D' | 'H' | 'M';

/** What Counsel sees of a rule. */
export interface RuleHeader {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly quality: string;
  readonly class: RuleClass;
  readonly domains: readonly string[];
  readonly languages: readonly string[];
  readonly paths: readonly string[];
  /** `paths` as one expression, where there are any. */
  readonly pathPattern?: string;
  readonly when: string;
  /** For a rule of class M these are its signs: they call for the rule, and what they find is no finding. */
  readonly detect: readonly Detect[];
  /** What the detector matches (its first group, where it has one) is a secret and is never shown in full. */
  readonly redact?: boolean;
  /** Filter G8: a model finding on a line that matches this is dropped. */
  readonly exempt?: string;
  /** A policy written as prose, which says nothing of where it holds: it is asked about where one of its words occurs. */
  readonly freeForm?: boolean;
  readonly origin: 'built-in' | 'local';
  readonly file: string;
}

/** A file of an example, as HEAD holds it or as it is staged. */
export interface ExampleFile {
  readonly language: string;
  readonly path: string;
  readonly text: string;
  /** Lines of `text` on which the rule is broken, from 1. */
  readonly lines: readonly number[];
  /** Line of the rule file on which the block starts. */
  readonly at: number;
  /** Bytes that the file is said to have; its length where this is not given. */
  readonly size?: number;
  readonly binary?: boolean;
  /** Mode as git prints it; 100644 where this is not given. */
  readonly mode?: string;
  readonly deleted?: boolean;
  /** The file holds the text so many times, one after the other. */
  readonly repeat?: number;
}

/** `bad` breaks the rule, `good` keeps it, `near` looks bad and is allowed. */
export interface Example extends ExampleFile {
  readonly kind: 'bad' | 'good' | 'near';
  /** The detector of an H rule points at this `near` example, and the model is expected to decline. */
  readonly gate?: boolean;
  /** Further files staged in the same change. */
  readonly others?: readonly ExampleFile[];
  /** What HEAD holds before the change; nothing where this is not given. */
  readonly base?: readonly ExampleFile[];
  /** True where the text is the message of the commit and not a file. */
  readonly message?: boolean;
}

/** The body of a rule, section by section. */
export interface RuleBody {
  readonly definition: string;
  readonly requirements: string;
  readonly antiPatterns: string;
  readonly exceptions: string;
  readonly examples: readonly Example[];
}

export interface Rule extends RuleHeader {
  readonly body: RuleBody;
}

/** A place that a detector proposes. For an H rule it is a question to the model, not yet a finding. */
export interface Hit {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly quote: string;
  /** What exactly was found, where the rule's title is not enough. */
  readonly note?: string;
}
