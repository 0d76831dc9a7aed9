import { defang } from '../text/defang.ts';
import type { Script } from './scripted-server.ts';
import type { Case, Label } from './types.ts';

/** Models that say what the harness must be able to tell apart: always right, always silent, and everything that goes wrong. */

/** What a prompt asks about, read back from its text. */
interface Asked {
  readonly rule: string;
  readonly path: string;
  /** Added lines, as they are shown, by their tags. */
  readonly tags: ReadonlyMap<string, string>;
  /** The line of a yes/no question; null where the prompt is none. */
  readonly marked: string | null;
  /** The letter that says yes. */
  readonly yes: 'A' | 'B';
  /** A line of the rule's own bad example. */
  readonly example: string;
}

const TAGGED = /^(L\d+)\+ (.*)$/gm;

const readPrompt = (prompt: string): Asked => ({
  rule: /^RULE (\S+):/m.exec(prompt)?.[1] ?? '',
  path: /^FILE (.*?) {2}LANGUAGE /m.exec(prompt)?.[1] ?? '',
  tags: new Map([...prompt.matchAll(TAGGED)].map(([, tag = '', text = '']) => [tag, text])),
  marked: /^>> (.*)$/m.exec(prompt)?.[1] ?? null,
  yes: /^A: Yes/m.test(prompt) ? 'A' : 'B',
  example: /^Bad:\n {2}(.*)$/m.exec(prompt)?.[1] ?? 'nothing();',
});

const EMPTY = '{"findings":[]}';

const claims = (...findings: readonly object[]): string => JSON.stringify({ findings });

/** Lines of a file as the model is shown them. */
const shownLines = ({ staged }: Case, path: string): string[] =>
  (staged.find((blob) => defang(blob.path) === path)?.content.toString('utf8') ?? '').split(/\r?\n/).map(defang);

const isAbout =
  ({ rule, path }: Asked) =>
  (label: Label): boolean =>
    label.rule === rule && defang(label.path) === path;

/** Texts of the lines that break the rule, one for each place; null stands for any. */
const guilty = (one: Case, asked: Asked): (readonly string[] | null)[] => {
  const lines = shownLines(one, asked.path);
  return one.labels.filter(isAbout(asked)).map((label) => label.lines?.map((line) => lines[line - 1] ?? '') ?? null);
};

const saysYes = (asked: Asked, yes: boolean): string => (yes === (asked.yes === 'A') ? 'A' : 'B');

const findingOn = (tag: string, quote: string) => ({ line: tag, quote, why: 'this breaks the rule', fix: '' });

/** Always right, by the labels. */
const perfect =
  (one: Case): Script =>
  (prompt) => {
    const asked = readPrompt(prompt);
    const places = guilty(one, asked);
    const fits = (text: string, place: readonly string[] | null): boolean => place === null || place.includes(text);
    if (asked.marked !== null) {
      const marked = asked.marked;
      return saysYes(
        asked,
        places.some((place) => fits(marked, place)),
      );
    }
    const found = places.flatMap((place) => {
      const tagged = [...asked.tags].find(([, text]) => fits(text, place));
      return tagged ? [tagged] : [];
    });
    return claims(...[...new Map(found)].slice(0, 3).map(([tag, text]) => findingOn(tag, text)));
  };

/** Never reports anything. */
const silent = (): Script => (prompt) => {
  const asked = readPrompt(prompt);
  return asked.marked === null ? EMPTY : saysYes(asked, false);
};

type Trick = (asked: Asked) => string;

const first = (asked: Asked): [string, string] => [...asked.tags][0] ?? ['L1', ''];

/** Everything that small models were seen to do; none of it is a proved finding. */
const TRICKS: readonly Trick[] = [
  () => claims(findingOn('L9999', 'const invented = eval(input);')),
  (asked) => claims(findingOn(first(asked)[0], 'const hallucinated = compute(everything) // never written')),
  (asked) => claims(findingOn(first(asked)[0], asked.example)),
  () => 'I am sorry, but as a language model I cannot review this. \u0007\u001b[31m'.repeat(50),
  () => '{"findings":[{"line":"L1","quote":"',
  () => claims(findingOn('L1', ''), findingOn('L0', '}'), findingOn('', '')),
  (asked) => claims({ ...findingOn(first(asked)[0], 'x'.repeat(100_000)), why: 'y'.repeat(100_000) }),
  (asked) => claims({ ...findingOn(...first(asked)), why: 'it calls `frobnicateLedger` and `launderKeys`' }),
  (asked) => claims({ ...findingOn(...first(asked)), fix: first(asked)[1] }),
  () => `<think>${'hm '.repeat(500)}</think>{"verdict":"pass","findings":[]}`,
];

/** A different trick for every question, and yes to whatever is asked again. */
const adversarial = (): Script => {
  let turn = 0;
  return (prompt) => {
    const asked = readPrompt(prompt);
    if (asked.marked !== null) return saysYes(asked, true);
    turn++;
    return TRICKS[turn % TRICKS.length]?.(asked) ?? EMPTY;
  };
};

/** The models of the self-check; each makes its script for one case. */
export const SCRIPTS = { perfect, silent, adversarial } as const satisfies Readonly<
  Record<string, (one: Case) => Script>
>;

export type ScriptName = keyof typeof SCRIPTS;
