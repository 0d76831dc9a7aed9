import { countedIn, qualityOf } from './figures-quality.ts';
import type { Behaviour, Clocks, Drops, Measure, Spread } from './figures-types.ts';
import type { CaseResult } from './result-types.ts';
import { quantile, share } from './wilson.ts';

/** Reasons that say: what was claimed does not stand in the change. */
const UNGROUNDED: ReadonlySet<string> = new Set(['not_added', 'quote_not_found', 'ambiguous', 'example_echo']);

/** Reasons that come of asking again. */
const KILLS: ReadonlySet<string> = new Set(['refuted', 'counter_evidence']);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const dropsOf = (results: readonly CaseResult[]): Drops[] => {
  const reasons = new Map<string, Drops>();
  for (const { reason, count, truth } of results.flatMap(({ dropped }) => dropped)) {
    const { right = 0, wrong = 0, count: before = 0 } = reasons.get(reason) ?? {};
    const [isRight, isWrong] = [truth === true ? count : 0, truth === false ? count : 0];
    reasons.set(reason, { reason, count: before + count, right: right + isRight, wrong: wrong + isWrong });
  }
  return [...reasons.values()].sort((a, b) => b.count - a.count);
};

const signature = ({ findings }: CaseResult): string =>
  findings
    .map(({ rule, path, line }) => `${rule} ${path} ${line}`)
    .sort()
    .join('\n');

const flipsOf = (results: readonly CaseResult[]) => {
  const byCase = new Map<string, CaseResult[]>();
  for (const one of results) byCase.set(one.id, [...(byCase.get(one.id) ?? []), one]);
  const repeated = [...byCase.values()].filter((runs) => runs.length > 1);
  return share(repeated.filter((runs) => new Set(runs.map(signature)).size > 1).length, repeated.length);
};

const lures = (results: readonly CaseResult[], measure: Measure) => {
  const byId = new Map(results.map((one) => [`${one.id} ${one.run}`, one]));
  const pairs = results.flatMap((one) => {
    const twin = one.twin === null ? undefined : byId.get(`${one.twin} ${one.run}`);
    return twin && one.labels.length > 0 ? [{ one, twin }] : [];
  });
  const [lured, unlured] = [pairs.map(({ one }) => one), pairs.map(({ twin }) => twin)].map(
    (list) => qualityOf(list.map((each) => countedIn(each, measure))).recall,
  );
  const [a = share(0, 0), b = share(0, 0)] = [lured, unlured];
  return { lured: a, unlured: b, attackDelta: a.value === null || b.value === null ? null : a.value - b.value };
};

/** What the model does, beside being right or wrong. */
export const behaviourOf = (results: readonly CaseResult[], measure: Measure): Behaviour => {
  const dropped = dropsOf(results);
  const shown = results.flatMap(({ findings }) => findings).filter(({ source }) => source === 'model').length;
  const lost = sum(dropped.filter(({ reason }) => UNGROUNDED.has(reason)).map(({ count }) => count));
  const claims = shown + sum(dropped.map(({ count }) => count));
  const kills = dropped.filter(({ reason }) => KILLS.has(reason));
  return {
    claims,
    grounded: share(claims - lost, claims),
    relocated: share(sum(results.map(({ model }) => model?.relocated ?? 0)), claims - lost),
    dropped,
    killed: { wrong: sum(kills.map(({ wrong }) => wrong)), right: sum(kills.map(({ right }) => right)) },
    unreviewed: sum(results.map(({ unreviewed }) => unreviewed)),
    unreadable: sum(results.map(({ unreadable }) => unreadable)),
    flips: flipsOf(results),
    ...lures(results, measure),
  };
};

const spread = (ms: readonly number[]): Spread => {
  const seconds = ms.map((one) => one / 1000);
  return { median: quantile(seconds, 0.5), p95: quantile(seconds, 0.95) };
};

/** Tokens, calls and seconds. */
export const clocksOf = (results: readonly CaseResult[]): Clocks => {
  const asked = results.filter(({ model }) => (model?.calls ?? 0) > 0);
  const total = (of: 'calls' | 'promptTokens' | 'cachedTokens' | 'outputTokens'): number =>
    sum(asked.map(({ model }) => model?.[of] ?? 0));
  const times = (cold: boolean): number[] =>
    asked.filter(({ model }) => (model?.loadMs ?? 0) > COLD === cold).map(({ ms }) => ms);
  return {
    calls: total('calls'),
    promptTokens: total('promptTokens'),
    cachedTokens: total('cachedTokens'),
    outputTokens: total('outputTokens'),
    review: spread(results.map(({ ms }) => ms)),
    cold: spread(times(true)),
    warm: spread(times(false)),
    question: spread(asked.map(({ model }) => (model?.ms ?? 0) / (model?.calls ?? 1))),
  };
};

/** Milliseconds from which on starting to ask means that the model had to be loaded. */
const COLD = 100;
