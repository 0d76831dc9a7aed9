import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import { readRole } from '../specs/agents.ts';
import type { Mode } from '../specs/mode.ts';
import type { Question, StagedFile, Tier0 } from '../types.ts';
import { isMandatory, type Pair } from './counsel.ts';
import { fence, shownLine } from './fence.ts';
import { drawMap } from './map.ts';
import { manifestText, mapText } from './map-text.ts';
import { packet } from './packet.ts';
import { compose } from './prompt.ts';

/** Rules that Counsel's index lists, and tokens of an answer of ids. */
const MOST = { listed: 30, tokens: 300 } as const;

/** What is to be chosen from, and what Counsel is told of the change: intent and scope, no line of it. */
export interface Choice {
  /** Questions beyond the budget, in the order of the rules. */
  readonly left: readonly Pair[];
  readonly tier0: Tier0;
  readonly files: readonly StagedFile[];
  readonly domains: (path: string) => readonly string[];
}

/** Questions that may give way to others. */
export const optionalOf = (pairs: readonly Pair[]): Pair[] => pairs.filter((pair) => !isMandatory(pair));

const idsOf = (pairs: readonly Pair[]): string[] => [...new Set(pairs.map(({ rule }) => rule.id))];

/** Ids to choose from; none where the order of the rules is good enough. */
const openIds = (pairs: readonly Pair[], left: readonly Pair[], { counsel }: Pick<Config, 'counsel'>): string[] => {
  const ids = idsOf([...optionalOf(pairs), ...optionalOf(left)]).slice(0, MOST.listed);
  if (counsel === 'rules' || ids.length < 2) return [];
  return counsel === 'model' || optionalOf(left).length > 0 ? ids : [];
};

const scopeOf = ({ files, domains }: Choice): { manifest: string; map: string } => {
  const map = drawMap(files, { policies: [], domains });
  return {
    manifest: fence('FILES OF THE CHANGE', manifestText(files).map(shownLine), 'MANIFEST').text,
    map: fence('CONTEXT MAP', mapText(map).map(shownLine), 'MANIFEST').text,
  };
};

const intentOf = ({ tier0: { branch, subjects, message } }: Choice): Tier0 => {
  const rows = [...(message ?? '').split('\n'), ...subjects].filter((row) => row.trim() !== '').map(shownLine);
  const said = fence('WHAT AUTHORS SAY', rows, 'MANIFEST').text;
  return { branch: branch && shownLine(branch), subjects: [said], message: null };
};

const answerOf = (ids: readonly string[]): object => {
  const { $schema: _, ...schema } = toJsonSchema(
    v.strictObject({ rules: v.pipe(v.array(v.picklist(ids)), v.maxLength(MOST.listed)) }),
  );
  return schema;
};

const TASK = 'Which of these rules does this change call for most? Name their ids, the most important first.';

/** The one question to Counsel, or null where nothing is to be chosen. Throws SpecError. */
export const counselQuestion = (
  pairs: readonly Pair[],
  choice: Choice,
  mode: Mode,
  config: Pick<Config, 'counsel'>,
): Question | null => {
  const ids = openIds(pairs, choice.left, config);
  if (ids.length === 0) return null;
  const rules = new Map([...pairs, ...choice.left].map(({ rule }) => [rule.id, rule]));
  const index = ids.map((id) => `${id}: ${shownLine(rules.get(id)?.when ?? '')}`).join('\n');
  const handout = { tier0: intentOf(choice), tier1: scopeOf(choice) };
  return {
    messages: compose(readRole('counsel'), packet(mode, 'counsel', handout, { injected_rules: index, task: TASK })),
    schema: answerOf(ids),
    maxTokens: MOST.tokens,
  };
};
