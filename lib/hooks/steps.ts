import type { Stage } from './stages.ts';

/** What is to be done about one stage. Types only: the plan says everything, carrying it out decides nothing. */
export type Step = KeepStep | WriteStep | ChainStep | BlockStep | ConfigureStep | StopStep;

interface Common {
  readonly stage: Stage;
  /** Absolute path of the hook file in question. */
  readonly path: string;
  /** What the person should know besides. */
  readonly notes: readonly string[];
}

/**
 * How to see that lgtm is reached without running anybody else's hook: a file of ours is started as git would start it;
 * lines of ours in another file are run by themselves, and where they stand is the plan's care.
 */
export type Probe =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'shell'; readonly text: string; readonly name: string };

/** lgtm is in place already; `probe` is null where only somebody else's file or program calls it. */
export interface KeepStep extends Common {
  readonly kind: 'keep';
  readonly why: string;
  readonly probe: Probe | null;
}

/** A file of our own, new or over an older one of ours. */
export interface WriteStep extends Common {
  readonly kind: 'write';
  readonly text: string;
  readonly over: 'nothing' | 'own';
}

/** A file of our own that runs the one found here first. */
export interface ChainStep extends Common {
  readonly kind: 'chain';
  readonly text: string;
  /** Where the hook found here goes, relative to the folder of `path`. */
  readonly previous: string;
  /** Entries of the folder that are linked beside it, where it moves to a folder of its own. */
  readonly neighbours: readonly string[];
}

/** Lines of ours in a file that belongs to somebody else, or in a new one that a hook manager runs. */
export interface BlockStep extends Common {
  readonly kind: 'block';
  /** The whole file as it will be, in latin1: one character a byte. */
  readonly text: string;
  readonly mode: number;
  readonly block: string;
  readonly where: 'end' | 'top' | 'new file';
}

/** An entry in this clone's git configuration. */
export interface ConfigureStep extends Common {
  readonly kind: 'configure';
  readonly command: string;
}

/** Nothing is written: a person has to decide or to repair something first. */
export interface StopStep extends Common {
  readonly kind: 'stop';
  readonly why: string;
  /** What to do, line by line; lines of code are indented by two. */
  readonly advice: readonly string[];
}

export interface InstallOptions {
  readonly method: 'file' | 'config';
  /** Chain also what a hook manager generated or will generate, and replace a file of ours that was edited. */
  readonly force: boolean;
  /** Tracked files may be changed. */
  readonly yes: boolean;
}
