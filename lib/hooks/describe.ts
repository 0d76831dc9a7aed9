import { asidePath } from './aside.ts';
import { nameOf } from './configured.ts';
import { shown } from './paths.ts';
import type { Removal } from './removal.ts';
import type { HookSite } from './site.ts';
import type { ChainStep, Step, StopStep } from './steps.ts';

/** Plans in words, line by line. The lines hold names from the repository and are not yet safe for a terminal. */

const WHERE = {
  end: 'at its end',
  top: 'at its top, from where the rest of the file runs first',
  'new file': 'in a new file',
} as const;

const asideOf = (site: HookSite, { path, previous }: ChainStep): string => shown(asidePath(path, previous), site.root);

const deed = (site: HookSite, step: Exclude<Step, StopStep>): string => {
  const name = shown(step.path, site.root);
  if (step.kind === 'keep') return `already in place: ${step.why}`;
  if (step.kind === 'configure') return `hook.${nameOf(step.stage)} in this clone's git configuration`;
  if (step.kind === 'block') return `lines in ${name}, ${WHERE[step.where]}`;
  if (step.kind === 'write') return step.over === 'own' ? `${name}, written anew` : `${name}, a new file`;
  return `${name}, in front of the hook that was there: it moves to ${asideOf(site, step)}, runs first, and its exit code counts`;
};

/** What a step does, and what to know about it. */
export const describeStep = (site: HookSite, step: Step): readonly string[] =>
  step.kind === 'stop'
    ? [`${step.stage}: ${step.why}`, ...step.advice.map((text) => `  ${text}`)]
    : [`${step.stage}: ${deed(site, step)}`, ...step.notes.map((text) => `  note: ${text}`)];

/** What a removal does. */
export const describeRemoval = (site: HookSite, removal: Removal): readonly string[] => {
  const name = shown(removal.path, site.root);
  if (removal.kind === 'stop') return [removal.why, `  ${removal.advice}`];
  if (removal.kind === 'remove') return [`${name}: removed`];
  if (removal.kind === 'restore') return [`${name}: the hook that was there before is back in its place`];
  if (removal.kind === 'unset') return [`hook.${nameOf(removal.stage)}: taken out of this clone's git configuration`];
  return [removal.text === null ? `${name}: removed` : `${name}: the lines of lgtm are taken out`];
};
