import { EXIT, LgtmError, UsageError } from '../errors.ts';
import { describeStep } from '../hooks/describe.ts';
import { inspectHooks } from '../hooks/inspect.ts';
import { carryOut } from '../hooks/install.ts';
import { planInstall } from '../hooks/plan.ts';
import type { HookSite } from '../hooks/site.ts';
import { parseStages } from '../hooks/stages.ts';
import type { InstallOptions, Step } from '../hooks/steps.ts';
import { visible } from '../text/visible.ts';
import { print, say } from './output.ts';
import type { Invocation, Run } from './table.ts';

const readMethod = (flag: unknown): InstallOptions['method'] => {
  if (flag === undefined || flag === 'file') return 'file';
  if (flag === 'config') return 'config';
  throw new UsageError(`unknown method "${String(flag)}"`, 'Methods: file, config.');
};

const readOptions = ({ flags }: Invocation): InstallOptions => ({
  method: readMethod(flags['method']),
  force: flags['force'] === true,
  yes: flags['yes'] === true,
});

/** A script of the project runs us (`prepare`): its install must not fail over a hook. npx is a person's own call. */
const inScript = (env: NodeJS.ProcessEnv): boolean =>
  env['npm_lifecycle_event'] !== undefined && env['npm_lifecycle_event'] !== 'npx';

const inCi = (env: NodeJS.ProcessEnv): boolean => !['', '0', 'false'].includes(env['CI'] ?? '');

const printSteps = async (site: HookSite, steps: readonly Step[]): Promise<void> => {
  for (const line of steps.flatMap((step) => describeStep(site, step))) await print(`${visible(line)}\n`);
};

const refuse = (site: HookSite, steps: readonly Step[]): number => {
  say('lgtm: no hook was put in place');
  for (const line of steps.flatMap((step) => describeStep(site, step))) say(visible(line));
  return EXIT.usage;
};

const closing = (steps: readonly Step[]): string =>
  steps.every((step) => step.kind === 'keep' && step.probe === null)
    ? 'Nothing to do.'
    : 'Tried: git reaches lgtm. LGTM=0 skips it once; `lgtm uninstall` takes it out again.';

const install = async (call: Invocation): Promise<number> => {
  const options = readOptions(call);
  const { git, site } = await inspectHooks(call.cwd, call.env, parseStages(call.flags['stage'], ['pre-commit']));
  const steps = planInstall(site, options);
  const stops = steps.filter((step) => step.kind === 'stop');
  if (stops.length > 0) return refuse(site, stops);
  if (call.flags['dry-run'] === true) {
    await print('Nothing is written (--dry-run). The plan:\n');
    await printSteps(site, steps);
    return EXIT.ok;
  }
  await carryOut(git, site, steps, call.env);
  await printSteps(site, steps);
  await print(`${closing(steps)}\n`);
  return EXIT.ok;
};

export const run: Run = async (call) => {
  if (!inScript(call.env)) return install(call);
  if (inCi(call.env)) {
    say('lgtm: no hook is put in place in CI');
    return EXIT.ok;
  }
  try {
    await install(call);
  } catch (error) {
    if (!(error instanceof LgtmError) || error instanceof UsageError) throw error;
    say(`lgtm: no hook was put in place: ${visible(error.message)}`);
  }
  return EXIT.ok;
};
