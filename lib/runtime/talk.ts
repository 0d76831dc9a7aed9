import { OverflowFault } from '../models/errors.ts';
import { messageTokens } from '../pass/budget.ts';
import type { Message, Question, ToolCall } from '../types.ts';
import type { Bus } from './bus.ts';
import { NO_TOOLS, resultText, type Toolbox } from './tools/index.ts';
import { type Answer, exchange, type Turn, toolText, turnReader, turnSchema } from './turns.ts';

/** One invocation of a role: its spec composed with its packet, the tools it is granted, and what its answer must be. */
export interface Invocation<T> {
  readonly role: string;
  /** Why it is invoked, for the transcript. */
  readonly why: string;
  readonly messages: readonly Message[];
  readonly answer: Answer<T>;
  readonly maxTokens: number;
  readonly tools?: Toolbox;
  /** Tools are called by the server's own tool calling, not by an object in the text. */
  readonly native?: boolean;
  /** How often an answer that fails its checks is sent back with the reason. */
  readonly repairs: number;
}

/** The state of a conversation. */
export interface Talk {
  messages: readonly Message[];
  /** Calls that were answered, to know one that comes again. */
  readonly made: Set<string>;
  /** Turns in a row that brought nothing. */
  idle: number;
  calls: number;
  repairs: number;
  isClosing: boolean;
}

/** Where a mode sets no limits: no more than a person would wait for. */
export const USUAL = { tool_calls: 12, stall: 3 } as const;

const OMITTED = '(left out to make room)';

/** The conversation without its oldest result; null where none is left to leave out. */
const shorter = (messages: readonly Message[], first: number): readonly Message[] | null => {
  const at = messages.findIndex(
    ({ role, content }, i) => i >= first && (role === 'user' || role === 'tool') && content !== OMITTED,
  );
  if (at === -1) return null;
  return messages.map((one, i) => (i === at ? { ...one, content: OMITTED } : one));
};

const questionOf = <T>({ answer, maxTokens, tools = NO_TOOLS, native }: Invocation<T>, talk: Talk): Question => {
  const specs = talk.isClosing ? [] : tools.specs;
  const uses = native === true && specs.length > 0;
  return {
    messages: talk.messages,
    schema: uses ? null : turnSchema(specs, answer.schema),
    maxTokens,
    ...(uses ? { tools: specs } : {}),
  };
};

const checkFit = <T>({ messages }: Question, { maxTokens }: Invocation<T>, bus: Bus): void => {
  if (messageTokens(messages, bus.bytesPerToken) + maxTokens > bus.model.context)
    throw new OverflowFault('the conversation is longer than the window of the model', null, bus.model.context);
};

/** One turn; what no longer fits is asked again without its oldest results. Throws ModelError. */
export const ask = async <T>(bus: Bus, job: Invocation<T>, talk: Talk): Promise<Turn<T> | null> => {
  const question = questionOf(job, talk);
  try {
    checkFit(question, job, bus);
    return await bus.turn(job.role, job.why, question, turnReader(job.answer));
  } catch (error) {
    const less = error instanceof OverflowFault ? shorter(talk.messages, job.messages.length) : null;
    if (!less) throw error;
    talk.messages = less;
  }
  return ask(bus, job, talk);
};

const keyOf = ({ name, args }: ToolCall): string => JSON.stringify([name, args]);

/** Executes a call and feeds its result back. A call that was made before, or that is refused, is no progress. */
export const execute = async <T>(bus: Bus, job: Invocation<T>, talk: Talk, call: ToolCall): Promise<void> => {
  const isAgain = talk.made.has(keyOf(call));
  const result = isAgain
    ? { ok: false as const, why: 'you have asked for this before' }
    : await (job.tools ?? NO_TOOLS).run(call);
  if (result.ok) talk.made.add(keyOf(call));
  talk.calls++;
  talk.idle = result.ok ? 0 : talk.idle + 1;
  const text = resultText(result);
  bus.transcript.add({ kind: 'tool', role: job.role, call, refused: result.ok ? null : result.why, result: text });
  talk.messages = [...talk.messages, ...exchange(call, text, job.native === true)];
  const most = bus.limits?.tool_calls ?? USUAL.tool_calls;
  if (talk.calls < most || talk.isClosing) return;
  talk.isClosing = true;
  talk.messages = [...talk.messages, { role: 'user', content: 'That was the last call. Give the answer now.' }];
};

/** Sends an answer back with what is wrong with it. */
export const complain = (talk: Talk, raw: unknown, complaint: string): void => {
  talk.repairs++;
  talk.messages = [
    ...talk.messages,
    { role: 'assistant', content: JSON.stringify(raw) },
    { role: 'user', content: `That cannot be used: ${complaint}. Give the whole answer again, corrected.` },
  ];
};

const messagesOf = <T>({ messages, tools = NO_TOOLS, native }: Invocation<T>): readonly Message[] =>
  tools.specs.length === 0 || native
    ? messages
    : messages.map((one) =>
        one.role === 'system' ? { ...one, content: `${one.content}\n\n${toolText(tools.specs)}` } : one,
      );

/** A conversation before its first turn. */
export const openTalk = <T>(job: Invocation<T>): Talk => ({
  ...{ messages: messagesOf(job), made: new Set<string>() },
  ...{ idle: 0, calls: 0, repairs: 0, isClosing: false },
});
