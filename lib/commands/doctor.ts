import { EXIT } from '../errors.ts';
import { safeJson, visible } from '../text/visible.ts';
import type { Diagnosis } from './doctor/diagnosis.ts';
import { examine } from './doctor/examine.ts';
import { print } from './output.ts';
import { openProgress } from './progress.ts';
import type { Run } from './row.ts';

const WORDS: Readonly<Record<Diagnosis['state'], string>> = { ok: 'ok  ', warn: 'note', fail: 'FAIL' };

const render = ({ name, state, message, hint }: Diagnosis): string =>
  `${WORDS[state]}  ${name}: ${visible(message)}\n${hint && state !== 'ok' ? `      → ${visible(hint)}\n` : ''}`;

/** 2 where something cannot be used at all, 3 where a commit would not be reviewed in full. */
const exitCodeOf = (found: readonly Diagnosis[]): number => {
  const failed = found.filter(({ state }) => state === 'fail');
  if (failed.length === 0) return EXIT.ok;
  return failed.some(({ exitCode }) => exitCode === EXIT.usage) ? EXIT.usage : EXIT.notReviewed;
};

export const run: Run = async (call) => {
  const progress = openProgress(process.stderr, call.env);
  progress.stage('looking at git, hooks and configuration');
  let found: readonly Diagnosis[];
  try {
    found = await examine(call, progress);
  } finally {
    progress.end();
  }
  const exitCode = exitCodeOf(found);
  const sound = exitCode === EXIT.ok;
  if (call.flags['json']) {
    const checks = found.map(({ name, state, message, hint }) => ({ name, state, message, hint }));
    await print(`${safeJson({ schema: 1, sound, exitCode, checks })}\n`);
  } else {
    await print(found.map(render).join(''));
    await print(sound ? 'A commit here is reviewed in full.\n' : 'A commit here is not reviewed in full.\n');
  }
  return exitCode;
};
