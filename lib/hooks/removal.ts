import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asidePath } from './aside.ts';
import { findBlock, hasBlock, removeBlock } from './block.ts';
import { readHookFile } from './file.ts';
import { HEADS } from './husky.ts';
import { exists, realPath, shown } from './paths.ts';
import type { HookSite, OwnHookFile, StageSite } from './site.ts';
import type { Stage } from './stages.ts';

/** What is to be taken out of one place. */
export type Removal =
  | { readonly kind: 'remove'; readonly path: string; readonly madeFolder: boolean }
  /** `previous` is relative to the folder of `path`. */
  | { readonly kind: 'restore'; readonly path: string; readonly previous: string }
  /** `text` in latin1; null where the file was made for the block alone. */
  | { readonly kind: 'strip'; readonly path: string; readonly text: string | null; readonly mode: number }
  | { readonly kind: 'unset'; readonly stage: Stage; readonly path: string }
  | { readonly kind: 'stop'; readonly path: string; readonly why: string; readonly advice: string };

/** Where a file of ours may be: where git looks now, where it looked before, and where hook managers put what they find. */
const placesOf = (site: HookSite, { stage, path }: StageSite): string[] => {
  const here = [path, join(site.folder.path, stage), join(site.folder.usual, stage), join(site.root, '.husky', stage)];
  const all = here.flatMap((place) => [place, `${place}.legacy`, `${place}.old`]);
  return [...new Map(all.map((place) => [join(realPath(dirname(place)), basename(place)), place])).values()];
};

const removeOwn = (site: HookSite, path: string, own: OwnHookFile, force: boolean): Removal => {
  const name = shown(path, site.root);
  if (own.edited && !force)
    return {
      kind: 'stop',
      path,
      why: `${name} is lgtm's own, but was edited since it was written`,
      advice: 'Save your own lines, then run `lgtm uninstall --force`.',
    };
  const previous = own.previous !== '' && exists(asidePath(path, own.previous));
  return previous
    ? { kind: 'restore', path, previous: own.previous }
    : { kind: 'remove', path, madeFolder: own.madeFolder };
};

const stripBlock = (site: HookSite, path: string, mode: number): Removal | null => {
  const text = readFileSync(path).toString('latin1');
  if (!hasBlock(text)) return null;
  if (findBlock(text) === null)
    return {
      kind: 'stop',
      path,
      why: `the lines of lgtm in ${shown(path, site.root)} have lost their end`,
      advice: 'Remove what is left of them by hand.',
    };
  return { kind: 'strip', path, text: removeBlock(text, HEADS), mode };
};

const removeAt = (site: HookSite, path: string, force: boolean): Removal | null => {
  const file = readHookFile(path, site.templates.hook);
  if (file.kind === 'other' && file.form === 'file') return stripBlock(site, path, file.mode);
  if (file.kind !== 'own') return null;
  const outside = site.folder.place === 'outside' && dirname(path) === site.folder.path;
  if (!outside) return removeOwn(site, path, file, force);
  return {
    kind: 'stop',
    path,
    why: `${path} is outside this repository and may serve others`,
    advice: 'Remove it by hand if nothing else needs it.',
  };
};

/** Finds everything of ours at the stages that were looked at, and what is to be done about each. Changes nothing. */
export const planRemoval = (site: HookSite, force: boolean): readonly Removal[] =>
  site.stages.flatMap((at) => {
    const configured: Removal[] = at.configured === null ? [] : [{ kind: 'unset', stage: at.stage, path: at.path }];
    const files = placesOf(site, at).flatMap((path) => removeAt(site, path, force) ?? []);
    return [...files, ...configured];
  });
