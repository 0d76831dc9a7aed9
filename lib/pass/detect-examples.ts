import type { Example, ExampleFile, Hit, RuleBody, RuleHeader } from '../types.ts';
import type { Extras } from './checks/kinds.ts';
import { runChecks } from './detect-change.ts';
import { detectFile } from './detect-file.ts';
import type { Detectors } from './detect-prepare.ts';
import { idOf, stagedOf } from './detect-staged.ts';

/** An example that its rule's detectors do not treat as it says; `at` is its line in the rule file. */
export interface ExampleFault {
  readonly rule: string;
  readonly at: number;
  readonly message: string;
}

const extrasOf = (example: Example, staged: readonly ExampleFile[]): Extras => {
  const left = staged.filter(({ deleted }) => !deleted);
  const files = new Map([...(example.base ?? []), ...left].map((file) => [file.path, file.text]));
  const under = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);
  return {
    tracked: async (path) => files.has(path),
    read: async (path) => files.get(path) ?? null,
    mentions: async (word, roots) =>
      [...files].some(([path, text]) => roots.some((root) => under(path, root)) && text.includes(word)),
    sizes: async () => new Map((example.base ?? []).map((file) => [idOf(file), file.size ?? file.text.length])),
    message: example.message ? example.text : null,
  };
};

/** What the detectors find in an example, as if it were staged on top of its base; `domains` hold whatever its text says. */
export const hitsInExample = async (
  detectors: Detectors,
  example: Example,
  domains: readonly string[],
): Promise<Hit[]> => {
  const shown: readonly ExampleFile[] = example.message ? [] : [example, ...(example.others ?? [])];
  const staged = shown.map((file) => stagedOf(file, example.base ?? []));
  const inFiles = staged.flatMap(({ path, language, text, addedLines }) =>
    text === null
      ? []
      : detectFile(detectors, { path, language, text, domains, added: new Set(addedLines.map(({ line }) => line)) }),
  );
  return [...inFiles, ...(await runChecks(detectors, staged, extrasOf(example, shown)))];
};

const placesOf = (example: Example): string[] =>
  [example, ...(example.others ?? [])].flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`)).sort();

const shouldFire = ({ kind, gate }: Example): boolean => kind === 'bad' || (kind === 'near' && gate === true);

/** Signs only call for a rule, so they may stand anywhere in what breaks it, and in what keeps it as well. */
const signFault = ({ kind }: Example, hits: readonly Hit[]): string | null =>
  kind === 'bad' && hits.length === 0 ? 'bad example: none of the signs occurs, so that nobody would be asked' : null;

const placeFault = (example: Example, hits: readonly Hit[]): string | null => {
  const found = [...new Set(hits.map(({ path, line }) => `${path}:${line}`))].sort();
  if (example.kind === 'bad' && found.join() !== placesOf(example).join())
    return `bad example: expected ${placesOf(example).join(', ')}, found ${found.join(', ') || 'nothing'}`;
  if (shouldFire(example))
    return found.length > 0 ? null : `${example.kind} example marked gate: the detector finds nothing`;
  return found.length === 0 ? null : `${example.kind} example: found ${found.join(', ')}`;
};

/**
 * What is wrong with what the detectors of an example's own rule found in it, if anything: `hits` are of that rule alone. A
 * rule of class M has no detectors; where it has signs, each bad example shows one.
 */
export const faultIn = (rule: RuleHeader, example: Example, hits: readonly Hit[]): string | null => {
  if (rule.class === 'M') return rule.detect.length > 0 ? signFault(example, hits) : null;
  return placeFault(example, hits);
};

/**
 * Holds a rule against its own examples: its detectors find exactly the lines of each bad one, and nothing in the others
 * but what is marked `gate`.
 */
export const testExamples = async (
  detectors: Detectors,
  rule: RuleHeader,
  { examples }: RuleBody,
): Promise<ExampleFault[]> => {
  const faults = await Promise.all(
    examples.map(async (example) => {
      const hits = await hitsInExample(detectors, example, rule.domains);
      const message = faultIn(
        rule,
        example,
        hits.filter((hit) => hit.rule === rule.id),
      );
      return message === null ? [] : [{ rule: rule.id, at: example.at, message }];
    }),
  );
  return faults.flat();
};
