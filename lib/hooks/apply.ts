import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Git } from '../git/exec.ts';
import { asideFolder, asidePath } from './aside.ts';
import { writeConfigured } from './configured.ts';
import { changing, linkNeighbours, nameAside, writeWhole } from './disk.ts';
import { realPath } from './paths.ts';
import type { ChainStep, Step } from './steps.ts';

const writeHook = (path: string, text: string): void => writeWhole(path, Buffer.from(text, 'utf8'), 0o755);

/** The old hook gets its second name first, so that there is a hook at every moment. */
const chain = ({ path, previous, neighbours, text }: ChainStep): void => {
  const aside = asidePath(path, previous);
  const folder = asideFolder(path, previous);
  nameAside(path, aside);
  if (folder !== null)
    linkNeighbours(
      folder,
      realPath(dirname(path)),
      neighbours.filter((name) => name !== basename(aside)),
    );
  writeHook(path, text);
};

/** Carries a step out. Throws LgtmError where the disk or git refuses. */
export const applyStep = async (git: Git, step: Step): Promise<void> => {
  if (step.kind === 'configure') return writeConfigured(git, step.stage, step.command);
  changing(step.path, () => {
    if (step.kind === 'write') {
      mkdirSync(dirname(step.path), { recursive: true });
      writeHook(step.path, step.text);
    }
    if (step.kind === 'chain') chain(step);
    if (step.kind === 'block') writeWhole(step.path, Buffer.from(step.text, 'latin1'), step.mode);
  });
};
