import { asideName } from './aside.ts';
import { planBlock } from './husky.ts';
import { notesFor, textFor, writeOwn } from './own-file.ts';
import { shown } from './paths.ts';
import { commandProbe, planConfigure } from './plan-configure.ts';
import { callsLgtm } from './shell.ts';
import type { HookSite, OtherHook, OwnHookFile, StageSite } from './site.ts';
import type { InstallOptions, Step } from './steps.ts';
import { foreignFolder, generated, keep, line, missingFolder, replaced, stop } from './words.ts';

const planOwn = (site: HookSite, at: StageSite, own: OwnHookFile, force: boolean): Step => {
  const text = textFor(site, at, own.previous, own.madeFolder);
  const name = shown(at.path, site.root);
  if (own.text === text && own.executable) return keep(at, `${name} is lgtm's own`, { kind: 'file', path: at.path });
  if (!own.edited || force) return writeOwn(site, at, 'own', text);
  return stop(at, `${name} is lgtm's own, but was edited since it was written`, [
    'Move your own lines elsewhere, or run `lgtm install --force` to write it anew.',
  ]);
};

const planAbsent = (site: HookSite, at: StageSite, force: boolean): Step => {
  const { dormant } = site;
  if (dormant && site.folder.setting === null && !force)
    return at.calling.includes(dormant.file)
      ? keep(at, `${dormant.file} has ${dormant.name} call lgtm`, null)
      : replaced(site, at, dormant);
  const before =
    at.orphan === null ? [] : [`the hook that an earlier installation moved aside runs first: ${at.orphan}`];
  return writeOwn(site, at, 'nothing', textFor(site, at, at.orphan ?? '', site.folder.missing), before);
};

const planGenerated = (site: HookSite, at: StageSite, { manager }: OtherHook): Step | null => {
  if (!manager) return null;
  const caller = at.calling.find(
    (file) => manager.configs.includes(file) || (file === 'package.json' && manager.key !== undefined),
  );
  return caller === undefined
    ? generated(site, at, manager)
    : keep(at, `${caller} has ${manager.name} call lgtm`, null);
};

const consent = (site: HookSite, at: StageSite): Step =>
  stop(
    at,
    `${shown(at.path, site.root)} is tracked by git: a change to it reaches everybody who shares this repository`,
    [
      'Nothing was written. Run `lgtm install --yes` to have it moved aside and called by a file of lgtm, or add this line at its end:',
      `  ${line(site, at.stage)}`,
    ],
  );

const chain = (site: HookSite, at: StageSite, hook: OtherHook): Step => {
  const previous = asideName(at.path, at.stage, hook);
  const trouble = hook.trouble === null ? [] : [`the hook that was here stays as it is, and ${hook.trouble}`];
  return {
    kind: 'chain',
    stage: at.stage,
    path: at.path,
    previous,
    neighbours: at.neighbours,
    text: textFor(site, at, previous, false),
    notes: [...trouble, ...notesFor(site, at)],
  };
};

const planOther = (site: HookSite, at: StageSite, hook: OtherHook, { force, yes }: InstallOptions): Step => {
  const name = shown(at.path, site.root);
  if (at.movedTo !== null && hook.manager?.name === 'pre-commit')
    return keep(at, `pre-commit runs lgtm's file from ${shown(at.movedTo, site.root)}`, null);
  if (callsLgtm(hook.text, site.package.scripts, at.stage)) return keep(at, `${name} calls lgtm`, null);
  const advised = force ? null : planGenerated(site, at, hook);
  if (advised) return advised;
  if (at.taken !== null)
    return stop(
      at,
      `${name} is no longer lgtm's, and the hook that lgtm moved aside for it is still there: ${at.taken}`,
      [`Nothing was written. Decide which of the two is wanted, remove or rename ${at.taken}, and install again.`],
    );
  return at.tracked && !yes ? consent(site, at) : chain(site, at, hook);
};

const planFile = (site: HookSite, at: StageSite, options: InstallOptions): Step => {
  const { file } = at;
  if (file.kind === 'own') return planOwn(site, at, file, options.force);
  const block = site.folder.husky === null ? null : planBlock(site, at);
  if (block) return block;
  if (site.folder.missing && site.folder.place !== 'git') return missingFolder(site, at);
  if (file.kind === 'absent') return planAbsent(site, at, options.force);
  if (file.kind === 'other') return planOther(site, at, file, options);
  return stop(at, `${shown(at.path, site.root)} is ${file.what}, not a hook`, ['Remove it and install again.']);
};

const planForeign = (site: HookSite, at: StageSite): Step =>
  at.file.kind === 'own' || (at.file.kind === 'other' && callsLgtm(at.file.text, site.package.scripts, at.stage))
    ? keep(at, `${at.path} calls lgtm`, null)
    : foreignFolder(site, at);

const planStage = (site: HookSite, at: StageSite, options: InstallOptions): Step => {
  if (options.method === 'config') return planConfigure(site, at);
  if (at.configured !== null && at.file.kind !== 'own')
    return keep(at, "git's own configuration calls lgtm", commandProbe(at.stage, at.configured));
  return site.folder.place === 'off' || site.folder.place === 'outside'
    ? planForeign(site, at)
    : planFile(site, at, options);
};

/** Decides what an installation does, stage by stage. Pure: the same site always gives the same plan. */
export const planInstall = (site: HookSite, options: InstallOptions): readonly Step[] =>
  site.stages.map((at) => planStage(site, at, options));
