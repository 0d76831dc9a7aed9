import { basename, dirname, join } from 'node:path';
import { realPath } from './paths.ts';
import { mindsItsName } from './shell.ts';
import type { OtherHook } from './site.ts';
import type { Stage } from './stages.ts';

const beside = (path: string): string => `${basename(path)}.lgtm-previous`;
const inOwnFolder = (path: string, stage: Stage): string =>
  `../${basename(realPath(dirname(path)))}.lgtm-${stage}/${basename(path)}`;

/**
 * Where a hook goes that stood here before lgtm, relative to its folder. Beside its old place, where it finds the files
 * around it; one that looks at its own name keeps that name, in a folder as deep as its own.
 */
export const asideName = (path: string, stage: Stage, hook: OtherHook): string =>
  mindsItsName(hook.text) ? inOwnFolder(path, stage) : beside(path);

/** Both places, relative to the hook's folder, to look for what an interrupted or overwritten installation left. */
export const asideNames = (path: string, stage: Stage): readonly string[] => [beside(path), inOwnFolder(path, stage)];

/** Absolute path of what stands at `name`, relative to the real folder of a hook: `..` is taken as the system takes it. */
export const asidePath = (path: string, name: string): string => join(realPath(dirname(path)), name);

/** The folder of its own that a hook was moved to for its name's sake; null for one that stands beside its old place. */
export const asideFolder = (path: string, previous: string): string | null =>
  previous.startsWith('../') ? dirname(asidePath(path, previous)) : null;
