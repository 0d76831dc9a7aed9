/** The staged change as it is read from the index. */

/** First letter of git's raw status; a copy is reported as an addition. */
export type Status = 'A' | 'M' | 'D' | 'R' | 'T' | 'U';

export type FileKind = 'file' | 'symlink' | 'gitlink';

/** `yes`, or why the model is not shown the file. Detectors scan text whatever this says. */
export type Review =
  | 'yes'
  | 'deleted'
  | 'binary'
  | 'symlink'
  | 'gitlink'
  | 'lfs-pointer'
  | 'lock-file'
  | 'generated'
  | 'source-map'
  | 'minified'
  | 'too-large'
  | 'long-line'
  | 'excluded'
  | 'same-as-parent'
  | 'mode-only'
  | 'empty';

/** One record of `diff-index --raw -z`: names as bytes and text, modes and object ids as git prints them. */
export interface RawRecord {
  readonly status: Status;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
  readonly path: string;
  /** The bytes of `path` in hexadecimal, only where they are not UTF-8 and `path` is therefore lossy. */
  readonly pathHex?: string;
  readonly oldPath?: string;
}

/** A line of the post-image (or of the pre-image where it was removed), numbered from 1, without its line feed. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

export interface HunkLine extends Line {
  readonly kind: 'add' | 'del' | 'context';
}

export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly HunkLine[];
}

/** One staged file as far as it was read. `text` is null where the post-image is absent, binary or beyond the caps. */
export interface StagedFile extends RawRecord {
  readonly kind: FileKind;
  readonly binary: boolean;
  readonly language: string | null;
  readonly review: Review;
  /** Bytes of the post-image; null where there is none or it could not be read. */
  readonly size: number | null;
  /** Null where binary, or where the file is too large to be compared line by line. */
  readonly added: number | null;
  readonly deleted: number | null;
  readonly text: string | null;
  readonly addedLines: readonly Line[];
  readonly removedLines: readonly Line[];
  readonly hunks: readonly Hunk[];
  /** Numbers of the lines of `text` that are known, where a diff shows only parts of the file; the others are empty. */
  readonly shownLines?: ReadonlySet<number>;
  /** Set where something about the file could not be read; it is then listed as not reviewed. */
  readonly unread?: string;
}

/** Where the commit stands: the tree it is compared with, and what is in progress. */
export interface Base {
  /** Commit id of HEAD, or null on an unborn branch. */
  readonly head: string | null;
  /** What the index is compared with: HEAD, or the empty tree. */
  readonly tree: string;
  /** Commits being merged; a path equal to one of them is not new. */
  readonly mergeHeads: readonly string[];
}
