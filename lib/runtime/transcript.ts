import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { messageOf, UsageError } from '../errors.ts';
import { safeJson } from '../text/visible.ts';
import type { Message, ToolCall } from '../types.ts';
import type { FailureKind } from './failures.ts';

/** One thing that happened in a run, as the transcript keeps it. Times in milliseconds, sizes in tokens. */
export type Entry =
  | { readonly kind: 'begin'; readonly mode: string; readonly driver: string; readonly state: string }
  | { readonly kind: 'step'; readonly step: string; readonly note: string }
  | {
      readonly kind: 'turn';
      readonly role: string;
      /** Why the role was invoked. */
      readonly why: string;
      /** The messages that this turn adds to what the role was sent before. */
      readonly messages: readonly Message[];
      /** The answer as it came; null where it was on disk and nothing was sent. */
      readonly text: string | null;
      readonly calls?: readonly ToolCall[];
      readonly outcome: 'read' | 'unreadable' | 'remembered' | 'failed';
      readonly promptTokens: number;
      readonly cachedTokens: number;
      readonly outputTokens: number;
      readonly ms: number;
    }
  | {
      readonly kind: 'tool';
      readonly role: string;
      readonly call: ToolCall;
      /** Why nothing was done; null where the tool answered. */
      readonly refused: string | null;
      readonly result: string;
    }
  | { readonly kind: 'failure'; readonly failure: FailureKind; readonly role: string; readonly reason: string }
  | { readonly kind: 'end'; readonly reason: string };

/** The record of a run. */
export interface Transcript {
  readonly entries: readonly Entry[];
  add(entry: Entry): void;
  /** Adds the last entry and closes the file. */
  end(reason: string): void;
}

const NAMES: Readonly<Record<number, string>> = { 130: 'interrupted', 143: 'terminated' };

/** Only a plain file is written to: the name comes from the command line, what stands there may come from the repository. */
const openFile = (path: string): number => {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;
  try {
    return openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  } catch (cause) {
    throw new UsageError(
      `cannot write the transcript to ${path}: ${messageOf(cause).replace(/, open .*$/s, '')}`,
      'Name a file in a folder that exists and can be written.',
      { cause },
    );
  }
};

/**
 * Opens the record of a run; `path` is null where it stays in memory. Each entry is one line of JSON, written at once, so
 * that what an interruption leaves is whole as far as it goes. Throws UsageError where the file cannot be written.
 */
export const openTranscript = (path: string | null): Transcript => {
  const entries: Entry[] = [];
  let file = path === null ? null : openFile(path);
  const add = (entry: Entry): void => {
    entries.push(entry);
    if (file === null) return;
    writeSync(file, `${safeJson({ schema: 1, n: entries.length, at: new Date().toISOString(), ...entry })}\n`);
  };
  const end = (reason: string): void => {
    if (entries.at(-1)?.kind === 'end') return;
    process.removeListener('exit', onExit);
    add({ kind: 'end', reason });
    if (file !== null) closeSync(file);
    file = null;
  };
  const onExit = (code: number): void => end(NAMES[code] ?? `exit ${code}`);
  if (file !== null) process.once('exit', onExit);
  return { entries, add, end };
};
