/** What one HTTP exchange with a model server is given, and what comes of it. */

/** Limits in milliseconds. */
export interface Clocks {
  /** Until the connection stands, name resolution and TLS included. */
  readonly connect: number;
  /** All questions before the first prompt together. */
  readonly preflight: number;
  /** Silence in the middle of an answer. There is no limit on the wait for its first byte but the caller's signal. */
  readonly idle: number;
  /** Pause before the one retry, and between looks at a server that is loading. */
  readonly pause: number;
}

export const CLOCKS: Clocks = { connect: 1_000, preflight: 3_000, idle: 30_000, pause: 500 };

export interface Exchange {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent by POST; null sends a GET. */
  readonly body: string | null;
  /** Ends the exchange at once, the socket included, at whatever stage it is. */
  readonly signal: AbortSignal;
  readonly clocks: Clocks;
}

export interface Answer {
  readonly status: number;
  /** Media type in lower case, without parameters; empty where there is none. */
  readonly type: string;
  readonly body: AsyncGenerator<Buffer>;
}

/** A connection that failed: before it stood, before the first byte of the answer, or in the middle of it. */
export class TransportError extends Error {
  readonly phase: 'connect' | 'head' | 'body';
  readonly code: string;

  constructor(phase: TransportError['phase'], code: string, message: string) {
    super(message);
    this.name = 'TransportError';
    this.phase = phase;
    this.code = code;
  }
}

/** The code that Node gives to an error of the system or of the parser, else its name. */
export const codeOf = (error: Error): string => String((error as NodeJS.ErrnoException).code ?? error.name);
