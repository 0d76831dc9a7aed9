import { UsageError } from '../errors.ts';

/** The moments at which git can start lgtm, in git's own names. */
export const STAGES = ['pre-commit', 'commit-msg', 'pre-merge-commit', 'pre-push'] as const;

export type Stage = (typeof STAGES)[number];

const isStage = (name: string): name is Stage => STAGES.some((stage) => stage === name);

const pick = (name: string): Stage => {
  if (isStage(name)) return name;
  throw new UsageError(`unknown stage "${name}"`, `Stages: ${STAGES.join(', ')}.`);
};

/** The stages named on a command line, comma-separated or repeated; `fallback` where none is named. Throws UsageError. */
export const parseStages = (flag: unknown, fallback: readonly Stage[]): readonly Stage[] => {
  const given = (Array.isArray(flag) ? flag : [flag]).flatMap((value) =>
    typeof value === 'string' ? value.split(',') : [],
  );
  const names = given.map((name) => name.trim()).filter(Boolean);
  const wanted = new Set(names.map(pick));
  return names.length === 0 ? fallback : STAGES.filter((stage) => wanted.has(stage));
};
