import { fence, shownLine } from '../pass/fence.ts';
import { manifestText, mapText } from '../pass/map-text.ts';
import { type Handout, packet } from '../pass/packet.ts';
import { compose } from '../pass/prompt.ts';
import type { Progress } from '../progress.ts';
import type { Bus } from '../runtime/bus.ts';
import { invoke, type Outcome } from '../runtime/converse.ts';
import { type Ground, toolbox } from '../runtime/tools/index.ts';
import type { Answer } from '../runtime/turns.ts';
import { readRole } from '../specs/agents.ts';
import type { Mode } from '../specs/mode.ts';
import type { ContextMap, Model, StagedFile, Tier0 } from '../types.ts';

/** What every role of a mode is invoked with. */
export interface Desk {
  readonly bus: Bus;
  readonly mode: Mode;
  readonly ground: Ground;
  /** All tiers; each role gets those that the mode grants it. */
  readonly handout: () => Handout;
  readonly stage: (text: string) => void;
}

/** One errand of a role. */
export interface Errand<T> {
  readonly role: string;
  readonly why: string;
  /** Placeholders of the role's own. */
  readonly own: Readonly<Record<string, string>>;
  readonly answer: Answer<T>;
}

/** Roles with tools may read more than the change: where that leaves this machine, it is said before anything is sent. */
export const warnElsewhere = ({ elsewhere }: Pick<Model, 'elsewhere'>, progress: Progress): void => {
  if (elsewhere !== null) progress.say(`what the roles read of this repository is sent to ${elsewhere}`);
};

/** Where tier 2 is not handed over as text, the role is told how to fetch it. */
const FETCH = 'The changed lines are not shown here; fetch those that you need with the tool diff.';

const handoutFor = ({ mode, handout }: Desk, role: string): Handout => {
  const all = handout();
  return mode.roles[role]?.detail === 'fetch' && all.tier2 ? { ...all, tier2: { change: FETCH } } : all;
};

/** Invokes a role with its packet and its tools, under the budgets of the mode. Throws SpecError. */
export const summon = <T>(desk: Desk, { role, why, own, answer }: Errand<T>): Promise<Outcome<T>> => {
  const { bus, mode, ground } = desk;
  desk.stage(`${role}: ${why}`);
  return invoke(bus, {
    ...{ role, why, answer },
    messages: compose(readRole(role), packet(mode, role, handoutFor(desk, role), own)),
    maxTokens: mode.budgets.answer_tokens,
    tools: toolbox(mode.roles[role]?.tools ?? [], ground),
    repairs: mode.loops.repairs,
  });
};

/** Tier 0 as roles get it: what the author says, fenced, since nothing of it is an instruction. */
export const tier0Of = ({ branch, subjects, message }: Tier0): Tier0 => {
  const rows = [...(message ?? '').split('\n'), ...subjects].filter((row) => row.trim() !== '').map(shownLine);
  return {
    branch: branch && shownLine(branch),
    subjects: [fence('WHAT AUTHORS SAY', rows, 'INTENT').text],
    message: null,
  };
};

/** Tier 1 in words: names are data of the change, and so they are fenced. */
export const tier1Of = (files: readonly StagedFile[], map: ContextMap): { manifest: string; map: string } => ({
  manifest: fence('FILES OF THE CHANGE', manifestText(files).map(shownLine), 'MANIFEST').text,
  map: fence('CONTEXT MAP', mapText(map).map(shownLine), 'MANIFEST').text,
});
