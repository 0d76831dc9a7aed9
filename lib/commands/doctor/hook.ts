import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandFor } from '../../hooks/configured.ts';
import { inspectHooks } from '../../hooks/inspect.ts';
import { planInstall } from '../../hooks/plan.ts';
import { commandProbe } from '../../hooks/plan-configure.ts';
import { probeOf, tryProbe } from '../../hooks/probe.ts';
import type { HookSite, StageSite } from '../../hooks/site.ts';
import { parseStages, type Stage } from '../../hooks/stages.ts';
import type { Probe, Step } from '../../hooks/steps.ts';
import { PACKAGE_URL } from '../../root.ts';
import type { Invocation } from '../row.ts';
import { type Diagnosis, fail, ok, warn } from './diagnosis.ts';

const INSTALL = 'npx lgtm-hook install';

const OWN = fileURLToPath(new URL('bin/lgtm.js', PACKAGE_URL));

const real = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/**
 * Whether trying the hook starts nothing but the very program that is running now. What a repository carries in its own
 * `node_modules`, or in its own git configuration, is not run to find out whether it works.
 */
const runsOnlyThis = (site: HookSite, at: StageSite, probe: Probe): boolean => {
  if (real(site.package.program) !== real(OWN)) return false;
  const expected = commandProbe(at.stage, commandFor(at.stage, site.package));
  const isConfigured = at.configured !== null && probe.kind === 'shell' && probe.name === at.stage;
  return !isConfigured || (expected.kind === 'shell' && probe.text === expected.text);
};

const nameOf = (stage: Stage): string => (stage === 'pre-commit' ? 'hook' : `hook ${stage}`);

const tried = async (site: HookSite, at: StageSite, probe: Probe, env: NodeJS.ProcessEnv): Promise<Diagnosis> => {
  const name = nameOf(at.stage);
  if (!runsOnlyThis(site, at, probe))
    return warn(
      name,
      'it is in place and was not tried, because it starts a program of this repository that is not the lgtm running now',
      'npx lgtm-hook doctor runs the copy of this repository; it is yours to trust.',
    );
  const seen = await tryProbe(probe, site.root, env);
  return seen === null
    ? ok(name, `git reaches lgtm at ${at.stage} (tried)`)
    : fail(name, `it is in place but does not work: ${seen}`, INSTALL);
};

/** The programs that a hook file of ours names, as far as they are no longer there. */
const lostPrograms = (text: string): string[] =>
  ['lgtm', 'node']
    .map((name) => new RegExp(`^${name}='([^']+)'$`, 'm').exec(text)?.[1] ?? '')
    .filter((path) => path !== '' && !existsSync(path));

/** In place, but not as this lgtm would write it now: another version, another node, or an edit by hand. */
const outdated = (site: HookSite, at: StageSite): Diagnosis => {
  const lost = at.file.kind === 'own' ? lostPrograms(at.file.text) : [];
  const isLost = lost.some((path) => path.endsWith('lgtm.js')) && !site.package.local;
  const what = lost.length > 0 ? `; what it names is gone: ${lost.join(', ')}` : '';
  const text = `it is in place, written by another version of lgtm or for another node${what}`;
  return isLost ? fail(nameOf(at.stage), text, INSTALL) : warn(nameOf(at.stage), text, `${INSTALL} writes it anew`);
};

const isOurs = ({ file }: StageSite): boolean =>
  file.kind === 'own' || (file.kind === 'other' && file.text.includes('# >>> lgtm-hook >>>'));

const diagnose = async (site: HookSite, at: StageSite, step: Step, env: NodeJS.ProcessEnv): Promise<Diagnosis> => {
  if (step.kind === 'keep') {
    const probe = probeOf(step);
    return probe
      ? tried(site, at, probe, env)
      : ok(nameOf(at.stage), `${step.why} (not tried: another program runs it)`);
  }
  if (isOurs(at)) return outdated(site, at);
  const missing = fail(nameOf(at.stage), `git does not reach lgtm at ${at.stage}`, INSTALL);
  return step.kind === 'stop'
    ? { ...missing, message: `${missing.message}: ${step.why}`, hint: step.advice[0] ?? INSTALL }
    : missing;
};

/** Programs that manage the hooks here. */
const managers = ({ folder, configs, dormant, stages }: HookSite): Diagnosis[] => {
  const names = [
    ...(folder.husky === null ? [] : [folder.husky === 9 ? 'husky 9' : 'husky 5 to 8']),
    ...stages.flatMap(({ file }) => (file.kind === 'other' && file.manager ? [file.manager.name] : [])),
    ...(dormant ? [`${dormant.name} (set up, not in place yet)`] : []),
    ...configs,
  ];
  const setting = folder.setting === null ? [] : [`core.hooksPath is ${folder.setting.value}`];
  const said = [...new Set([...names, ...setting])];
  return said.length === 0 ? [] : [ok('hook managers', said.join(', '))];
};

/** Whether git starts lgtm at pre-commit and at the other stages that the configuration names. Throws LgtmError. */
export const checkHooks = async ({ cwd, env }: Invocation, wanted: readonly string[]): Promise<Diagnosis[]> => {
  const stages = parseStages(['pre-commit', ...wanted], ['pre-commit']);
  const { site } = await inspectHooks(cwd, env, stages);
  const steps = planInstall(site, { method: 'file', force: false, yes: false });
  const found = await Promise.all(
    site.stages.map(async (at, i) => {
      const step = steps[i];
      const one = step
        ? await diagnose(site, at, step, env)
        : fail(nameOf(at.stage), 'nothing is known of it', INSTALL);
      return at.stage === 'pre-commit' || one.state !== 'fail' ? one : { ...one, state: 'warn' as const };
    }),
  );
  return [...found, ...managers(site)];
};
