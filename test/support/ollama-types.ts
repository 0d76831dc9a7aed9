import type { IncomingMessage, ServerResponse } from 'node:http';

/** The nouns of the loopback Ollama server. */

export interface FakeModel {
  /** As `/api/tags` lists it. */
  readonly name: string;
  /** Null: a release that does not report capabilities. */
  readonly capabilities: readonly string[] | null;
  readonly family: string;
  readonly parameterSize: string;
  /** Null: no model_info in `/api/show`. */
  readonly trained: number | null;
  readonly digest: string;
  /** Bytes of prompt that count as a token. */
  readonly bytesPerToken: number;
  /** How long loading takes, in milliseconds. */
  readonly loadMs: number;
  readonly remoteHost?: string;
}

/** The two routes that talk to a model. */
export type Kind = 'chat' | 'generate';

/** Fields of the requests that any route reads; nothing is known of their types before they are checked. */
export interface Body {
  readonly model?: unknown;
  readonly name?: unknown;
  readonly messages?: unknown;
  readonly prompt?: unknown;
  readonly stream?: unknown;
  readonly format?: unknown;
  readonly keep_alive?: unknown;
  readonly options?: unknown;
  readonly think?: unknown;
  readonly truncate?: unknown;
  readonly logprobs?: unknown;
  readonly top_logprobs?: unknown;
  readonly input?: unknown;
  readonly files?: unknown;
  readonly source?: unknown;
  readonly destination?: unknown;
}

/** One request as it arrived, and what became of it. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly raw: string;
  readonly body: Body | null;
  /** Milliseconds since the server started. */
  readonly at: number;
  /** The client went away before the answer was complete. */
  aborted: boolean;
  /** What is wrong with the request, by the rules that lgtm keeps; tests assert that it is empty. */
  readonly faults: string[];
}

export interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

/** A question to the model, as a scripted answer sees it. */
export interface Asked {
  readonly model: FakeModel;
  readonly messages: readonly ChatMessage[];
  readonly format: unknown;
  readonly body: Body;
}

/** How an answer is cut into what goes over the wire. */
export interface Delivery {
  /** Rewrites the NDJSON lines of the answer, each without its line feed. */
  readonly lines?: (lines: readonly string[]) => readonly string[];
  /** Joins and splits them into the pieces that are written one after the other. */
  readonly pieces?: (lines: readonly string[]) => readonly Buffer[];
  /** Milliseconds before every piece. */
  readonly every?: number;
  /** Milliseconds before the first. */
  readonly first?: number;
  /** Media type; Ollama's own by default. */
  readonly type?: string;
  /** What happens once the pieces are out: a normal end by default. */
  readonly end?: 'end' | 'reset' | 'hang';
}

/** What a scripted fault can do with a request. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly recorded: Recorded;
  readonly server: Controls;
  /** Answers with this status and body; a string as it stands, anything else as JSON. */
  send(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void;
  /** Only for questions: does what the server would do, with this text and delivery. */
  answer(text: string, delivery?: Delivery, final?: object): Promise<void>;
}

export interface Fault {
  readonly fault: string;
  readonly act: (call: Call) => void | Promise<void>;
}

export interface Controls {
  /** Stops listening and cuts every connection, as a crash does. */
  die(): void;
  setVersion(version: string): void;
}

export interface FakeOptions {
  readonly version?: string;
  readonly models?: readonly FakeModel[];
  /** Text of the n-th question's answer (from 0), or a fault. Default: the smallest value that fits the format. */
  readonly answer?: (asked: Asked, n: number) => string | Fault;
  /** Asked first for every request; `n` counts those on the same path, from 0. */
  readonly fault?: (recorded: Recorded, n: number) => Fault | null;
  /** Models that are in memory from the start, with their context length. */
  readonly loaded?: Readonly<Record<string, number>>;
  /** Context length where a request does not set one. */
  readonly defaultContext?: number;
  /** Requests that may wait behind the one that runs. */
  readonly maxQueue?: number;
  /** Shift of the server's clock in milliseconds, for expires_at. */
  readonly skew?: number;
  /** False: the port is closed again at once, and nothing listens. */
  readonly listen?: boolean;
  readonly port?: number;
}

export interface FakeOllama extends Controls {
  /** `127.0.0.1:port`, as OLLAMA_HOST takes it. */
  readonly host: string;
  readonly port: number;
  readonly requests: readonly Recorded[];
  /** Chat requests that carry messages. */
  questions(): readonly Recorded[];
  /** Chat requests that only load or unload. */
  loads(): readonly Recorded[];
  /** Everything that strict mode found, over all requests. */
  faults(): readonly string[];
  /** Resolves once no client holds a connection. */
  idle(): Promise<void>;
  close(): Promise<void>;
}
