/** The nouns of the pipeline. Types only: nothing here exists at run time. */

export type Severity = 'block' | 'warn' | 'info';

/** D: the detector decides. H: the detector proposes, the model confirms. M: the model alone. */
export type RuleClass = 'D' | 'H' | 'M';

/** First letter of git's raw status; a copy is reported as an addition. */
export type Status = 'A' | 'M' | 'D' | 'R' | 'T' | 'U';

export type FileKind = 'file' | 'symlink' | 'gitlink';

/** `yes`, or why the model is not shown the file. Detectors scan text whatever this says. */
export type Review =
  | 'yes'
  | 'deleted'
  | 'binary'
  | 'symlink'
  | 'gitlink'
  | 'lfs-pointer'
  | 'lock-file'
  | 'generated'
  | 'source-map'
  | 'minified'
  | 'too-large'
  | 'long-line'
  | 'excluded'
  | 'same-as-parent'
  | 'mode-only'
  | 'empty';

/** One record of `diff-index --raw -z`: names as bytes and text, modes and object ids as git prints them. */
export interface RawRecord {
  readonly status: Status;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
  readonly path: string;
  /** The bytes of `path` in hexadecimal, only where they are not UTF-8 and `path` is therefore lossy. */
  readonly pathHex?: string;
  readonly oldPath?: string;
}

/** A line of the post-image (or of the pre-image where it was removed), numbered from 1, without its line feed. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

export interface HunkLine extends Line {
  readonly kind: 'add' | 'del' | 'context';
}

export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly HunkLine[];
}

/** One staged file as far as it was read. `text` is null where the post-image is absent, binary or beyond the caps. */
export interface StagedFile extends RawRecord {
  readonly kind: FileKind;
  readonly binary: boolean;
  readonly language: string | null;
  readonly review: Review;
  /** Bytes of the post-image; null where there is none or it could not be read. */
  readonly size: number | null;
  /** Null where binary, or where the file is too large to be compared line by line. */
  readonly added: number | null;
  readonly deleted: number | null;
  readonly text: string | null;
  readonly addedLines: readonly Line[];
  readonly removedLines: readonly Line[];
  readonly hunks: readonly Hunk[];
  /** Numbers of the lines of `text` that are known, where a diff shows only parts of the file; the others are empty. */
  readonly shownLines?: ReadonlySet<number>;
  /** Set where something about the file could not be read; it is then listed as not reviewed. */
  readonly unread?: string;
}

/** Where the commit stands: the tree it is compared with, and what is in progress. */
export interface Base {
  /** Commit id of HEAD, or null on an unborn branch. */
  readonly head: string | null;
  /** What the index is compared with: HEAD, or the empty tree. */
  readonly tree: string;
  /** Commits being merged; a path equal to one of them is not new. */
  readonly mergeHeads: readonly string[];
}

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

/** How a detector looks: a pattern over one stream of the text, or a named check written in code. */
export type Detect = PatternDetect | CheckDetect;

/**
 * `source`: neither a test nor made by a tool. `test`: tests and fixtures. `written`: not made by a tool. `any`: everywhere.
 * To rules of security, what a tool made counts as written.
 */
export type Where = 'source' | 'test' | 'written' | 'any';

export interface PatternDetect {
  readonly match: string;
  /** `code`: comments and string bodies blanked. `uncommented`: comments blanked. `text`: as it stands. `comment`: comments alone. */
  readonly in: 'code' | 'uncommented' | 'text' | 'comment';
  readonly languages?: readonly string[];
  /** A line that also matches this is not reported. */
  readonly unless?: string;
  /** A call whose arguments, from the bracket that the match opens to the one that closes it, match this is not reported. */
  readonly unlessArguments?: string;
  /** Case is ignored. */
  readonly ignoreCase?: boolean;
  /** `file` matches across lines and reports the line on which the match starts; `line` is the default. */
  readonly span?: 'line' | 'file';
  readonly where?: Where;
  readonly paths?: readonly string[];
  readonly notPaths?: readonly string[];
  /** The two lists of globs above as one expression each, written by the parser so that no commit loads a glob library. */
  readonly pathPattern?: string;
  readonly notPathPattern?: string;
  /** Strings of which every match holds at least one, in lower case; the build finds them for the built-in rules. */
  readonly needles?: readonly string[];
  /** The match counts only where this pattern does (not) occur within so many lines of it. */
  readonly near?: NearBy;
  readonly notNear?: NearBy;
  /** The match counts only inside this kind of block of the same function. */
  readonly within?: 'loop' | 'catch';
}

export interface NearBy {
  readonly match: string;
  /** Stream that is looked at; the detector's own where this is not given. */
  readonly in?: PatternDetect['in'];
  readonly before?: number;
  readonly after?: number;
}

/** A check of `lib/pass/checks/`, over one file or over the whole change. */
export interface CheckDetect {
  readonly check: string;
  readonly languages?: readonly string[];
  readonly where?: Where;
}

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
