import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Git } from '../git/exec.ts';
import { asidePath } from './aside.ts';
import { removeConfigured, writeConfigured } from './configured.ts';
import { writeWhole } from './disk.ts';
import { exists } from './paths.ts';
import { removeEmpty, restore } from './remove.ts';
import type { HookSite, StageSite } from './site.ts';
import type { Step } from './steps.ts';

/** True where the step puts lgtm where it was not; a file of our own that is written anew stays as the newer one. */
export const isNew = (step: Step): boolean =>
  step.kind !== 'keep' && step.kind !== 'stop' && !(step.kind === 'write' && step.over === 'own');

const undoFile = (at: StageSite, step: Step): void => {
  if (step.kind === 'chain' && exists(asidePath(step.path, step.previous))) restore(step.path, step.previous);
  if (step.kind === 'write') rmSync(step.path, { force: true });
  if (step.kind !== 'block') return;
  if (at.file.kind === 'other') writeWhole(step.path, Buffer.from(at.file.text, 'latin1'), at.file.mode);
  else rmSync(step.path, { force: true });
};

/** Puts back what stood there before a step, also one that was carried out only in part. `site` is how it was before. */
export const undoStep = async (git: Git, site: HookSite, step: Step): Promise<void> => {
  const at = site.stages.find(({ stage }) => stage === step.stage);
  if (!at || !isNew(step)) return;
  if (step.kind === 'configure')
    return at.configured === null ? removeConfigured(git, step.stage) : writeConfigured(git, step.stage, at.configured);
  undoFile(at, step);
  if (site.folder.missing) removeEmpty(dirname(step.path));
};
