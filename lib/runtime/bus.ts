import type { Asking } from '../asking.ts';
import { ModelError } from '../errors.ts';
import type { Reader } from '../sending.ts';
import type { Message, Question, Reply } from '../types.ts';
import { LimitError } from './failures.ts';
import type { Entry, Transcript } from './transcript.ts';

/** What a mode allows in a run, tool calls in one invocation; null where only its budgets and the deadline count. */
export interface Limits {
  readonly turns: number;
  readonly tool_calls: number;
  readonly tokens: number;
  /** Turns in a row that may bring nothing. */
  readonly stall: number;
}

/** The one way by which roles are asked: every turn goes through here, is counted and recorded. */
export interface Bus extends Asking {
  readonly transcript: Transcript;
  readonly limits: Limits | null;
  /** One turn of a role. Null where the answer cannot be read, also not when it is asked for again. Throws ModelError. */
  turn<T>(role: string, why: string, question: Question, reader: Reader<T>): Promise<T | null>;
}

/** The same bus, on which closed questions are asked in the name of this role. */
export const inNameOf = (bus: Bus, role: string): Bus => ({
  ...bus,
  ask: (question, reader, other = role) => bus.ask(question, reader, other),
});

type TurnEntry = Extract<Entry, { kind: 'turn' }>;

const NOTHING = { promptTokens: 0, cachedTokens: 0, outputTokens: 0, ms: 0 };

const sizesOf = ({ promptTokens, cachedTokens, outputTokens, ms }: Reply) => ({
  ...{ promptTokens, cachedTokens, outputTokens, ms },
});

/** What a role was sent last, so that the transcript holds each message once. */
const openNews = () => {
  const sent = new Map<string, readonly Message[]>();
  return (role: string, messages: readonly Message[]): readonly Message[] => {
    const before = sent.get(role) ?? [];
    sent.set(role, messages);
    const same = before.length > 0 && before.every((one, i) => one === messages[i]);
    return same ? messages.slice(before.length) : messages;
  };
};

const checkLimits = (asking: Asking, turns: number, limits: Limits | null): void => {
  if (!limits) return;
  if (turns >= limits.turns) throw new LimitError(`the mode allows ${limits.turns} turns`);
  const tokens = asking.tally.promptTokens + asking.tally.outputTokens;
  if (tokens >= limits.tokens) throw new LimitError(`the mode allows ${limits.tokens} tokens`);
};

/** The role of a question that is asked without naming one: the closed questions of the pass. */
const ASKER = 'reviewer';

interface Asked {
  readonly role: string;
  readonly why: string;
  readonly messages: readonly Message[];
}

/** Takes down what a turn brought: a line for each answer, one where nothing was sent, and one where asking failed. */
const openRecord = (transcript: Transcript, { role, why, messages }: Asked) => {
  const replies: { reply: Reply; isRead: boolean }[] = [];
  const note = (over: Pick<TurnEntry, 'text' | 'outcome'> & Partial<TurnEntry>): void =>
    transcript.add({ kind: 'turn', role, why, messages, ...NOTHING, ...over });
  const noteReply = ({ reply, isRead }: (typeof replies)[number]): void =>
    note({
      ...{ text: reply.text, outcome: isRead ? 'read' : 'unreadable', ...sizesOf(reply) },
      ...(reply.calls ? { calls: reply.calls } : {}),
    });
  return {
    took: (reply: Reply, isRead: boolean): unknown => replies.push({ reply, isRead }),
    done: (): void => {
      if (replies.length === 0) note({ text: null, outcome: 'remembered' });
      for (const one of replies) noteReply(one);
    },
    failed: (error: unknown): void => {
      for (const one of replies) noteReply(one);
      if (error instanceof ModelError) note({ text: error.message, outcome: 'failed' });
    },
  };
};

/** Puts the bus in front of the way to a model. Questions, answers and what is kept on disk stay the same, byte for byte. */
export const openBus = (asking: Asking, transcript: Transcript, limits: Limits | null): Bus => {
  const newsOf = openNews();
  let turns = 0;
  const turn: Bus['turn'] = async (role, why, question, reader) => {
    checkLimits(asking, turns, limits);
    turns++;
    const record = openRecord(transcript, { role, why, messages: newsOf(role, question.messages) });
    const read: typeof reader.read = (reply) => {
      const value = reader.read(reply);
      record.took(reply, value !== null);
      return value;
    };
    try {
      const value = await asking.ask(question, { ...reader, read });
      record.done();
      return value;
    } catch (error) {
      record.failed(error);
      throw error;
    }
  };
  const ask: Asking['ask'] = (question, reader, role = ASKER) => turn(role, reader.name, question, reader);
  return { ...asking, transcript, limits, turn, ask };
};
