import { DOMAINS } from '../pass/domains.ts';
import { type Chart, chartAnswer } from './answers.ts';
import { summon } from './desk.ts';
import { noteFailure, type Work } from './work.ts';

const NAMES = DOMAINS.map(({ name }) => name);

/** A map that names paths which are no part of the change is about another one. */
const check =
  (paths: ReadonlySet<string>) =>
  ({ risks }: Chart): string | null => {
    const foreign = risks.find(({ path }) => !paths.has(path));
    return foreign ? `${JSON.stringify(foreign.path.slice(0, 80))} is no file of the change` : null;
  };

/** Explorer: adds to the map that was drawn from paths and words. What it adds calls for rules and never speaks against one. */
export const explore = async (work: Work): Promise<void> => {
  const { table, planned, desk } = work;
  const paths = new Set(planned.inspection.files.map(({ path }) => path));
  const outcome = await summon(desk, {
    ...{ role: 'explorer', why: 'chart the change' },
    own: { domains: NAMES.join(', ') },
    answer: { ...chartAnswer(NAMES), check: check(paths) },
  });
  if (outcome.kind === 'failed') return noteFailure(work, outcome.failure, 'the map from paths and words stands');
  const { domains } = outcome.value;
  table.chart = outcome.value;
  table.map = { ...table.map, domains: [...new Set([...table.map.domains, ...domains])] };
};
