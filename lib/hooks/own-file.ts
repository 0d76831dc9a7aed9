import type { HookSite, StageSite } from './site.ts';
import type { WriteStep } from './steps.ts';
import { renderHook } from './template.ts';

/** A file that others may check out names no program of this machine, unless there is no other way to find lgtm. */
export const textFor = (site: HookSite, at: StageSite, previous: string, madeFolder: boolean): string => {
  const { package: found } = site;
  const shared = site.folder.place === 'worktree' && found.local;
  return renderHook(site.templates.hook, {
    stage: at.stage,
    previous,
    project: found.project,
    lgtm: shared ? '' : found.program,
    node: shared ? '' : found.node,
    madeFolder,
  });
};

/** What a person should know about a file of ours at this place. */
export const notesFor = (site: HookSite, at: StageSite): string[] => {
  const inTree = site.folder.place === 'worktree';
  return [
    ...(site.folder.common ? ['every work tree of this repository runs this file'] : []),
    ...(inTree && !site.package.local
      ? [
          `the file names this machine's lgtm (${site.package.program}): add lgtm-hook to the dependencies and install again before you share it`,
        ]
      : []),
    ...(inTree && !at.tracked
      ? ['the file is in the work tree: commit it to share it, or name it in .git/info/exclude']
      : []),
    ...(site.package.passing
      ? ['lgtm runs from the cache of npx, which may be emptied: npm install --save-dev lgtm-hook']
      : []),
  ];
};

/** A step that writes a file of ours. */
export const writeOwn = (
  site: HookSite,
  at: StageSite,
  over: WriteStep['over'],
  text: string,
  notes: readonly string[] = [],
): WriteStep => ({
  kind: 'write',
  stage: at.stage,
  path: at.path,
  text,
  over,
  notes: [...notes, ...notesFor(site, at)],
});
