import { commandFor, nameOf } from './configured.ts';
import { shown } from './paths.ts';
import { callsLgtm } from './shell.ts';
import type { HookSite, StageSite } from './site.ts';
import type { Stage } from './stages.ts';
import type { Probe, Step } from './steps.ts';
import { keep, knowsConfiguredHooks, stop } from './words.ts';

/** git hands a command to a shell with the hook's arguments behind it. */
export const commandProbe = (stage: Stage, command: string): Probe => ({
  kind: 'shell',
  text: `${command} "$@"`,
  name: stage,
});

const callsAlready = (site: HookSite, { file, stage }: StageSite): boolean =>
  file.kind === 'own' || (file.kind === 'other' && callsLgtm(file.text, site.package.scripts, stage));

/** What `--method=config` does about one stage. */
export const planConfigure = (site: HookSite, at: StageSite): Step => {
  const [major, minor] = site.gitVersion;
  if (!knowsConfiguredHooks(site))
    return stop(
      at,
      `git ${major}.${minor} does not know hooks in its configuration and would pass over them without a word`,
      ['git 2.54 and later run them. Nothing was written; `lgtm install` writes a hook file.'],
    );
  if (callsAlready(site, at))
    return stop(at, `${shown(at.path, site.root)} calls lgtm already: every commit would be reviewed twice`, [
      'Run `lgtm uninstall` first, or take the call out of the file.',
    ]);
  const command = commandFor(at.stage, site.package);
  if (at.configured === command)
    return keep(at, `git's configuration calls lgtm (hook.${nameOf(at.stage)})`, commandProbe(at.stage, command));
  const notes = site.folder.common ? ['every work tree of this repository runs it'] : [];
  return { kind: 'configure', stage: at.stage, path: at.path, command, notes };
};
