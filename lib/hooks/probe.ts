import { randomBytes } from 'node:crypto';
import { commandProbe } from './plan-configure.ts';
import type { Probe, Step } from './steps.ts';

/** The variable by which a hook is asked to prove that it reaches lgtm: it answers with the value, and reviews nothing. */
const SELF_TEST = 'LGTM_SELF_TEST';

/** What would have the hook skipped, or taken for one that is running already. */
const IN_THE_WAY = ['LGTM', 'LGTM_PREVIOUS', 'LGTM_WRAPPED', 'LGTM_STAGE', 'HUSKY'];

const environment = (env: NodeJS.ProcessEnv, nonce: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !IN_THE_WAY.includes(name))),
  [SELF_TEST]: nonce,
});

/** How a step is tried once it is carried out; null where there is nothing of ours to try. */
export const probeOf = (step: Step): Probe | null => {
  if (step.kind === 'keep') return step.probe;
  if (step.kind === 'block') return { kind: 'shell', text: step.block, name: step.path };
  if (step.kind === 'configure') return commandProbe(step.stage, step.command);
  return step.kind === 'stop' ? null : { kind: 'file', path: step.path };
};

/**
 * Starts what was put in place as git would, in the top level and without input, and looks for the answer that only
 * lgtm can give. Null where it came, else what was seen instead. At most 20 seconds: node and one file are loaded.
 */
export const tryProbe = async (probe: Probe, root: string, env: NodeJS.ProcessEnv): Promise<string | null> => {
  const { execa } = await import('execa');
  const nonce = randomBytes(8).toString('hex');
  const [program, args] = probe.kind === 'file' ? [probe.path, []] : ['/bin/sh', ['-e', '-c', probe.text, probe.name]];
  const options = {
    cwd: root,
    env: environment(env, nonce),
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: 20_000,
  } as const;
  const { stdout, stderr, exitCode, timedOut, failed, shortMessage } = await execa(program, args, options);
  if (exitCode === 0 && stdout.split('\n').includes(`lgtm-self-test ${nonce}`)) return null;
  const seen = stderr.split('\n').find((line) => line.trim() !== '');
  return timedOut || (failed && seen === undefined)
    ? (shortMessage ?? 'it did not start')
    : (seen ?? 'it ended without an answer');
};
