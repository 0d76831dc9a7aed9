import type { Example, ExampleFile, RuleHeader } from '../types.ts';

/** A file of a commit: its mode and content, or null where it is gone. */
export interface CommitFile {
  readonly path: string;
  readonly mode: string;
  readonly content: Buffer | null;
}

/** Bytes that a file which is said to be large is filled up to; larger ones would only take longer to write. */
const MOST = 64 * 1024 * 1024;

const LINE = 80;

/** A text is filled up with lines of blanks, a binary with NULs. */
const filled = (start: Buffer, size: number, binary: boolean): Buffer => {
  const bytes = Buffer.alloc(Math.min(MOST, Math.max(size, start.length)), binary ? 0 : 0x20);
  if (!binary) for (let at = start.length + LINE; at < bytes.length; at += LINE) bytes[at] = 0x0a;
  start.copy(bytes);
  return bytes;
};

const contentOf = ({ text, size, repeat = 1, binary = false }: ExampleFile): Buffer => {
  const whole = Array.from({ length: repeat }, () => text).join('\n');
  const start = Buffer.from(whole === '' || whole.endsWith('\n') ? whole : `${whole}\n`);
  const marked = binary ? Buffer.concat([start, Buffer.from([0])]) : start;
  return size === undefined ? marked : filled(marked, size, binary);
};

const fileOf = (file: ExampleFile): CommitFile => ({
  path: file.path,
  mode: file.mode ?? '100644',
  content: file.deleted ? null : contentOf(file),
});

const textFile = (path: string, text: string): CommitFile => ({ path, mode: '100644', content: Buffer.from(text) });

/** Domains of a rule hold in its examples whatever their text says, and a policy stands where its repository has it. */
const surroundings = (rule: RuleHeader, source: string | null): CommitFile[] => {
  const settings = [
    ...(rule.domains.length > 0 ? [`domains: ${JSON.stringify(rule.domains)}`] : []),
    ...(source === null ? [] : [`policies: ${JSON.stringify([`/${rule.file}`])}`]),
  ];
  return [
    ...(settings.length > 0 ? [textFile('lgtm.config.yaml', `${settings.join('\n')}\n`)] : []),
    ...(source === null ? [] : [textFile(rule.file, source)]),
  ];
};

/** What HEAD holds before a change, and what the change does to it. */
export interface StagedExample {
  readonly base: readonly CommitFile[];
  readonly change: readonly CommitFile[];
}

/** An example of a rule; `source` is the text of the rule's own file, for a rule of a repository. */
export interface RuleExample {
  readonly rule: RuleHeader;
  readonly source: string | null;
  readonly example: Example;
}

const changeOf = ({ example }: RuleExample): CommitFile[] =>
  example.message ? [] : [example, ...(example.others ?? [])].map(fileOf);

/** Examples that share one change, as commits have them. All are of rules with the same surroundings. */
export const stagedExamples = (examples: readonly RuleExample[]): StagedExample => {
  const [first] = examples;
  return {
    base: [
      ...(first ? surroundings(first.rule, first.source) : []),
      ...examples.flatMap(({ example }) => (example.base ?? []).map(fileOf)),
    ],
    change: examples.flatMap(changeOf),
  };
};
