/** Models and what passes between them and the pass. */

/** Where and how to reach a model; from the user's side only (user config, environment, flags), never from the repository. */
export interface ModelSettings {
  readonly provider: string;
  /** Null: the provider chooses among what is installed. */
  readonly name: string | null;
  /** As the user wrote it (`OLLAMA_HOST` syntax for Ollama); null for the provider's default. */
  readonly host: string | null;
  /** Hosts other than loopback that the user has agreed to, as `host` or `host:port`. */
  readonly allowRemote: readonly string[];
  readonly apiKey: string | null;
  /** How long the server keeps the model loaded, in the server's own notation. */
  readonly keepAlive: string;
  /** Seconds that loading the model may take, before the review deadline starts to run. */
  readonly loadTimeout: number;
  /** Largest context window, in tokens, that lgtm asks for. */
  readonly context: number;
}

/** A request of a model that something be done for it; nothing in it is believed before it is checked. */
export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A tool as a model is told of it; `parameters` is the JSON Schema of its arguments. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** What an assistant message calls for, where the server has tool calling. */
  readonly calls?: readonly ToolCall[];
  /** The tool that a message of the role `tool` is the result of. */
  readonly tool?: string;
}

/** One turn: messages, the JSON Schema of the answer (null: free text), and bounds in tokens. */
export interface Question {
  readonly messages: readonly Message[];
  readonly schema: object | null;
  readonly maxTokens: number;
  /** Log-probabilities of the first token are wanted. */
  readonly logprobs?: boolean;
  /** Tools that the model may call instead of answering; only for a model that lists tool calling. */
  readonly tools?: readonly ToolSpec[];
}

export interface Reply {
  readonly text: string;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
  /** True where the answer was cut off at a limit; a cut answer is not complete. */
  readonly cut: boolean;
  /** Alternatives for the first token with their natural log-probabilities, where the server gives them. */
  readonly first?: readonly { readonly token: string; readonly logprob: number }[];
  /** What the model calls for instead of answering. */
  readonly calls?: readonly ToolCall[];
}

/** A model that passed its preflight. `ask` throws ModelError; requests are made one after the other by the caller. */
export interface Model {
  readonly provider: string;
  readonly name: string;
  readonly digest: string;
  readonly host: string;
  /** Where prompts go that leave this machine; null where they stay on it. */
  readonly elsewhere: string | null;
  /** Context window, in tokens, that requests may fill (prompt and answer together). */
  readonly context: number;
  /** True where the server has the model in memory already. */
  readonly loaded: boolean;
  /** True where the server says that the model can call tools. */
  readonly callsTools?: boolean;
  /** Brings the model into memory under its own clock; returns at once where it is there. */
  load(signal: AbortSignal): Promise<void>;
  ask(question: Question, signal: AbortSignal): Promise<Reply>;
}
