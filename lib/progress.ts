/** How far a stage is: steps done of how many, and how long one is expected to take (null where nothing is known). */
export interface Step {
  readonly done: number;
  readonly total: number;
  readonly msEach: number | null;
  /** What the step is about, where it is about one rule and one file. */
  readonly path?: string;
  readonly rule?: string;
}

/** Where the review says what it is doing; standard error or nowhere, never standard output. */
export interface Progress {
  /** There is something to review; said where it is not over within a moment of the start. */
  begin(text: string): void;
  /** A new stage began. */
  stage(text: string, step?: Step): void;
  /** Something that must be seen whatever comes after it. */
  say(line: string): void;
  end(): void;
}

export const SILENT: Progress = {
  begin: () => undefined,
  stage: () => undefined,
  say: () => undefined,
  end: () => undefined,
};
