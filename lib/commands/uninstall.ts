import { EXIT } from '../errors.ts';
import { describeRemoval } from '../hooks/describe.ts';
import { inspectHooks } from '../hooks/inspect.ts';
import { planRemoval, type Removal } from '../hooks/removal.ts';
import { applyRemovals } from '../hooks/remove.ts';
import type { HookSite } from '../hooks/site.ts';
import { parseStages, STAGES } from '../hooks/stages.ts';
import { visible } from '../text/visible.ts';
import { print, say } from './output.ts';
import type { Run } from './table.ts';

const printRemovals = async (site: HookSite, removals: readonly Removal[]): Promise<void> => {
  for (const line of removals.flatMap((removal) => describeRemoval(site, removal))) await print(`${visible(line)}\n`);
};

export const run: Run = async ({ cwd, env, flags }) => {
  const { git, site } = await inspectHooks(cwd, env, parseStages(flags['stage'], STAGES));
  const found = planRemoval(site, flags['force'] === true);
  const stops = found.filter((removal) => removal.kind === 'stop');
  const removals = found.filter((removal) => removal.kind !== 'stop');
  if (found.length === 0) await print('No hook of lgtm is in place here.\n');
  if (flags['dry-run'] === true) await print('Nothing is changed (--dry-run). The plan:\n');
  else await applyRemovals(git, removals);
  await printRemovals(site, removals);
  for (const line of stops.flatMap((removal) => describeRemoval(site, removal))) say(visible(line));
  return stops.length > 0 ? EXIT.usage : EXIT.ok;
};
