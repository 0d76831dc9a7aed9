import { LgtmError, ModelError } from '../errors.ts';

/** What went wrong between lgtm and a model, as far as callers act differently on it. */
export type FaultKind =
  | 'unreachable'
  | 'not-ollama'
  | 'model-missing'
  | 'remote-refused'
  | 'too-old'
  | 'overflow'
  | 'busy'
  | 'refused'
  | 'failed'
  | 'timeout'
  | 'unusable'
  | 'aborted';

/** Kinds that the text under review cannot provoke at will; only these may open a circuit breaker. */
const TRANSPORT: ReadonlySet<FaultKind> = new Set([
  'unreachable',
  'not-ollama',
  'model-missing',
  'busy',
  'failed',
  'timeout',
]);

/** What to do where whoever found the fault knows nothing better. */
const HINTS: Readonly<Record<FaultKind, string>> = {
  unreachable: 'Start the model server; `lgtm doctor` looks for it.',
  'not-ollama': 'Check the host of the model; `lgtm doctor` looks for it.',
  'model-missing': 'Install the model, or choose one that is there.',
  'remote-refused': 'Choose a model on this machine.',
  'too-old': 'Update the model server.',
  overflow: 'Commit in smaller steps, or raise the context size in your own lgtm configuration.',
  busy: 'Try again later.',
  refused: 'Its log says more; `lgtm doctor` looks at every link.',
  failed: 'Its log says more; `lgtm doctor` looks at every link.',
  timeout: 'Give it more with --deadline, or choose a smaller model.',
  unusable: 'Run it again; if that does not help, choose another model.',
  aborted: 'Run it again.',
};

/**
 * A model that could not be asked or did not answer. `not-ollama` means that whatever answers there is not the expected
 * server; `transport` is true where trying again at once would be pointless.
 */
export class ModelFault extends ModelError {
  readonly kind: FaultKind;
  readonly transport: boolean;

  constructor(kind: FaultKind, message: string, hint = '', options?: ErrorOptions) {
    super(message, hint || HINTS[kind], options);
    this.kind = kind;
    this.transport = TRANSPORT.has(kind);
  }
}

/** The prompt did not fit, or part of it was lost. Sizes in tokens, null where the server does not say; pack less and ask again. */
export class OverflowFault extends ModelFault {
  readonly promptTokens: number | null;
  readonly contextTokens: number | null;

  constructor(message: string, promptTokens: number | null, contextTokens: number | null) {
    super('overflow', message);
    this.promptTokens = promptTokens;
    this.contextTokens = contextTokens;
  }
}

/** The server cannot turn the schema of the answer into a grammar; the same question may be asked with a weaker format. */
export class GrammarFault extends ModelFault {
  constructor(message: string) {
    super('refused', message, 'Another release of the model server may accept it.');
  }
}

/** The fault that an ended signal stands for: the one it was ended with, a time-out, or an interruption. */
export const faultOfSignal = (signal: AbortSignal): LgtmError => {
  const reason: unknown = signal.reason;
  if (reason instanceof LgtmError) return reason;
  if (reason instanceof Error && reason.name === 'TimeoutError')
    return new ModelFault('timeout', 'the time for the model ran out', 'Give it more with --deadline.', {
      cause: reason,
    });
  return new ModelFault('aborted', 'the model was interrupted', '', { cause: reason });
};
