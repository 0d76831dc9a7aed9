import type { StagedFile } from '../../types.ts';
import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';

/** Looks at one file; what it finds on lines that are not new is left out by the engine. */
export type FileCheck = (scan: Scan) => Iterable<Found>;

/** What a check over the whole change may ask about the repository, as the commit will leave it. */
export interface Extras {
  /** Whether the index holds a path. */
  tracked(path: string): Promise<boolean>;
  /** Text of a path in the index; null where there is none, or it is no text. Checks that need it are silent without. */
  read?(path: string): Promise<string | null>;
  /** Whether a word stands anywhere in these files and folders of the index. Checks that need it are silent without. */
  mentions?(word: string, paths: readonly string[]): Promise<boolean>;
  /** Bytes of contents by object id, where the repository holds them. */
  sizes?(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The message of the commit, in the one hook that knows it. */
  readonly message?: string | null;
}

export interface Change {
  readonly files: readonly StagedFile[];
  readonly extras: Extras;
}

/** A place in a change. `quote` is given where no line of the post-image can be quoted. */
export interface ChangeFound extends Found {
  readonly path: string;
  readonly quote?: string;
}

/** Looks at the change as a whole. Files may come without text; their added and removed lines are there. */
export type ChangeCheck = (change: Change) => Promise<readonly ChangeFound[]> | readonly ChangeFound[];
