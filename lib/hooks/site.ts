import type { Manager } from './managers.ts';
import type { Stage } from './stages.ts';
import type { OwnHook } from './template.ts';

/** What the plan is made from: everything that was found, and nothing that has to be looked up again. Types only. */

/** The folder in which git looks for hooks, seen from one work tree. */
export interface HookFolder {
  readonly path: string;
  /** The `hooks` folder of the repository itself, which core.hooksPath may have put out of use. */
  readonly usual: string;
  /** `off`: not a folder at all, which is how hooks are switched off. `outside`: shared by other repositories. */
  readonly place: 'git' | 'worktree' | 'outside' | 'off';
  readonly missing: boolean;
  /** core.hooksPath as it is set, and the file or command line that sets it. */
  readonly setting: { readonly value: string; readonly origin: string } | null;
  /** Generation of husky that owns the folder: 5 stands for 5 to 8. */
  readonly husky: 5 | 9 | null;
  /** True where other work trees of this repository run the same files. */
  readonly common: boolean;
}

/** What stands at the path of one hook. */
export type HookFile = AbsentHook | OwnHookFile | OtherHook | UnfitHook;

export interface AbsentHook {
  readonly kind: 'absent';
}

export interface OwnHookFile extends OwnHook {
  readonly kind: 'own';
  readonly text: string;
  readonly executable: boolean;
}

export interface OtherHook {
  readonly kind: 'other';
  readonly form: 'file' | 'link' | 'dangling';
  /** The text behind it in latin1, one character a byte; empty behind a dangling link. */
  readonly text: string;
  readonly executable: boolean;
  /** Permission bits. */
  readonly mode: number;
  /** Why git cannot run it as it stands. */
  readonly trouble: string | null;
  readonly manager: Manager | null;
}

/** A folder, a device: nothing that can be moved aside with a clear conscience. */
export interface UnfitHook {
  readonly kind: 'unfit';
  readonly what: string;
}

export interface StageSite {
  readonly stage: Stage;
  /** Absolute path of the file that is to call lgtm. */
  readonly path: string;
  readonly file: HookFile;
  readonly tracked: boolean;
  /** What stands where a hook would be moved to, relative to its folder; null where the place is free. */
  readonly taken: string | null;
  /** As `taken`, where the file that called the hook moved aside is gone. */
  readonly orphan: string | null;
  /** pre-commit (the framework) moved our file aside and still runs it from there. */
  readonly movedTo: string | null;
  /** husky 9: the generated file that hands over to `path` is missing or not executable. */
  readonly unlinked: boolean;
  /** The entry in git's own configuration, where there is one. */
  readonly configured: string | null;
  /** Configuration files of hook managers, or package.json, that call lgtm at this stage. */
  readonly calling: readonly string[];
  /** Other entries of the folder that a hook under its own name may look for beside itself. */
  readonly neighbours: readonly string[];
}

/** Where lgtm itself is, as a hook has to find it. */
export interface Package {
  /** True where the package stands in a `node_modules` of the work tree. */
  readonly local: boolean;
  /** Folder of that `node_modules`, relative to the top level. */
  readonly project: string;
  /** Absolute path of the program: the local one, or else the one that is running now. */
  readonly program: string;
  /** Absolute path of the package's `hooks` folder, or relative to the top level where it is local. */
  readonly scripts: string;
  /** Absolute path of the running node; empty where it stands inside the work tree. */
  readonly node: string;
  /** True where npx fetched the package for this one run. */
  readonly passing: boolean;
}

/** The shipped texts, and what they are filled with. */
export interface Templates {
  readonly hook: string;
  readonly blockEnd: string;
  readonly blockTop: string;
}

/** A hook manager that is set up here without its hooks being in place, so that it will put them there later. */
export interface Dormant {
  readonly name: string;
  /** Null for husky 5 and later, which has a way of its own. */
  readonly manager: Manager | null;
  readonly file: string;
}

export interface HookSite {
  readonly root: string;
  readonly gitVersion: readonly [number, number];
  readonly folder: HookFolder;
  readonly stages: readonly StageSite[];
  readonly package: Package;
  readonly templates: Templates;
  readonly dormant: Dormant | null;
  /** Configuration files of hook managers that exist at the top level. */
  readonly configs: readonly string[];
}
