/** Exit codes of `lgtm check`; the contract of docs/exit-codes. */
export const EXIT = {
  ok: 0,
  blocked: 1,
  usage: 2,
  notReviewed: 3,
  internal: 4,
  interrupted: 130,
  terminated: 143,
} as const;

/** Every failure a user can meet: what happened (`message`), what to do (`hint`), and the exit code it leads to. */
export class LgtmError extends Error {
  readonly hint: string;
  readonly exitCode: number = EXIT.usage;

  constructor(message: string, hint = '', options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.hint = hint;
  }
}

/** A command line that cannot be understood. */
export class UsageError extends LgtmError {}

/** A configuration that cannot be used; the message names file, line and column. */
export class ConfigError extends LgtmError {}

/** A rule, policy or agent spec that cannot be used; the message names file and line. */
export class SpecError extends LgtmError {}

/** git is missing, too old, or refused: there is nothing to review from. */
export class GitError extends LgtmError {}

/** The change was there but could not be read in full, so no verdict may be given. */
export class UnreadError extends LgtmError {
  override readonly exitCode = EXIT.notReviewed;
}

/** The model could not be asked or gave no usable answer. Never a verdict. */
export class ModelError extends LgtmError {
  override readonly exitCode = EXIT.notReviewed;
}

/** The text of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
