/**
 * Reviews what real packages changed from one published version to the next, without a model, and counts what the rules find:
 * the measure of their noise. Changes of the size of commits go through the pass in this process, whole steps through the real
 * binary. Ends with 1 where more is found than docs/measurements.md allows.
 *
 *   npm run replay                        changes of the size of commits
 *   npm run replay -- --whole             whole steps from version to version
 *   npm run replay -- --only NAME         one package
 *   npm run replay -- --hits FILE         writes each finding that blocks or warns, to be read and judged
 *   npm run replay -- --cache FOLDER      where archives are kept that npm fetches; a temporary folder otherwise
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HISTORIES, WHOLE } from './replay/packages.ts';
import { type Reviewed, replay, replayWhole } from './replay/review.ts';
import { hitsOf, shareWith, tally, wholeTable } from './replay/tally.ts';

/** Changes that may be blocked, and warned of: what people put up with. */
const BARS = { block: 0.005, warn: 0.1 } as const;

const { values } = parseArgs({
  options: {
    cache: { type: 'string', default: join(tmpdir(), 'lgtm-replay') },
    only: { type: 'string' },
    whole: { type: 'boolean' },
    hits: { type: 'string' },
  },
});

const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const isMeant = ({ name }: { readonly name: string }): boolean => values.only === undefined || name === values.only;

if (values.hits) writeFileSync(values.hits, '');
const keepHits = (all: readonly Reviewed[]): void => {
  const { hits } = values;
  if (hits) for (const hit of all.flatMap(hitsOf)) appendFileSync(hits, `${hit}\n`);
};

const wholeSteps = async (): Promise<Reviewed[]> => {
  const all: Reviewed[] = [];
  for (const { name, versions } of WHOLE.filter(isMeant)) all.push(await replayWhole(values.cache, name, versions));
  keepHits(all);
  return all;
};

const changes = async (): Promise<Reviewed[]> => {
  const all: Reviewed[] = [];
  for (const history of HISTORIES.filter(isMeant)) {
    const mine: Reviewed[] = [];
    for await (const one of replay(values.cache, history)) mine.push(one);
    say(`${history.name}: ${mine.length} changes`);
    keepHits(mine);
    all.push(...mine);
  }
  return all;
};

const all = await (values.whole ? wholeSteps() : changes());
say(values.whole ? wholeTable(all) : tally(all));
const isQuiet = shareWith(all, 'block') <= BARS.block && shareWith(all, 'warn') <= BARS.warn;
process.exitCode = values.whole || isQuiet ? 0 : 1;
