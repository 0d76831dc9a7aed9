import type { Hit, RuleHeader, Tier0 } from '../types.ts';
import type { Chunk } from './chunks.ts';

const WORD = /[a-z][a-z0-9]{2,}/g;

/** Words that say nothing about a change: of English, and of nearly every program. */
const COMMON = new Set(
  [
    'and any are but for from has have into not one that the this with without over when where which code line text value',
    'data more other same than then its use used using call called write written read change changed make made',
    'function func def return const let var class import export new async await else while null true false none self',
    'string number int bool boolean void public private static name get set add',
  ]
    .join(' ')
    .split(' '),
);

const stem = (word: string): string => word.replace(/(?:ies|y)$/, 'i').replace(/(?:ing|ed|es|s|e)$/, '');

const wordsOf = (text: string): Set<string> => {
  const spaced = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  return new Set((spaced.match(WORD) ?? []).filter((word) => !COMMON.has(word)).map(stem));
};

const overlap = (when: Set<string>, words: Set<string>): string[] => [...when].filter((word) => words.has(word));

/** One reason for a rule, and its weight. */
interface Sign {
  readonly weight: number;
  readonly reason: string | null;
}

const gateSign = (rule: RuleHeader, chunk: Chunk, gates: readonly Hit[]): Sign[] => {
  const lines = new Set([...chunk.tags.values()].map(({ line }) => line));
  const gate = gates.find((hit) => hit.rule === rule.id && hit.path === chunk.path && lines.has(hit.line));
  const what = rule.class === 'M' ? 'its sign is on' : 'its detector points at';
  return gate ? [{ weight: 3, reason: `${what} line ${gate.line}` }] : [];
};

const wordSign = (rule: RuleHeader, chunk: Chunk): Sign[] => {
  const words = wordsOf([...chunk.tags.values()].map(({ text }) => text).join('\n'));
  const hits = overlap(wordsOf(rule.when), words).slice(0, 3);
  return hits.length > 0 ? [{ weight: hits.length, reason: `words ${hits.join(', ')}` }] : [];
};

const intentSign = (rule: RuleHeader, tier0: Tier0): Sign[] => {
  const intent = wordsOf(`${tier0.subjects[0] ?? ''} ${tier0.message ?? ''}`);
  return overlap(wordsOf(rule.when), intent).length > 0 ? [{ weight: 0.5, reason: null }] : [];
};

/** How strongly a rule is called for by a chunk, with the reasons. Zero: nothing speaks for it. */
export const scoreRule = (
  rule: RuleHeader,
  chunk: Chunk,
  gates: readonly Hit[],
  domainsOf: (path: string) => readonly string[],
  tier0: Tier0,
): { score: number; gated: boolean; reasons: string[] } => {
  const domain = rule.domains.find((name) => domainsOf(chunk.path).includes(name));
  const gate = gateSign(rule, chunk, gates);
  const signs = [
    ...gate,
    ...(domain ? [{ weight: 2, reason: `domain ${domain}` }] : []),
    ...wordSign(rule, chunk),
    ...intentSign(rule, tier0),
    ...(rule.origin === 'local' && rule.class === 'M' && !rule.freeForm
      ? [{ weight: 2, reason: 'policy of this repository' }]
      : []),
  ];
  return {
    score: signs.reduce((sum, { weight }) => sum + weight, 0),
    gated: gate.length > 0,
    reasons: signs.flatMap(({ reason }) => (reason === null ? [] : [reason])),
  };
};

/** Words that a task and a rule's index line share. */
export const sharedWords = (task: string, rule: Pick<RuleHeader, 'when' | 'title'>): string[] =>
  overlap(wordsOf(`${rule.when} ${rule.title}`), wordsOf(task));
