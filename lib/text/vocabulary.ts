import { finder } from './finder.ts';

/** The words that occur in a text, without regard to the case of ASCII letters; null where one by one is the quicker way. */
export type Vocabulary = (text: string) => ReadonlySet<string> | null;

/** Characters after which it pays to be ready for all words at once, which takes as long as to look through some ten million. */
const MANY = 10_000_000;

/**
 * Looks for many words at once: in ASCII, in lower case, none of them empty. `words` are asked for when the texts so far
 * are long enough together.
 */
export const vocabularyOf = (words: () => Iterable<string>): Vocabulary => {
  let seen = 0;
  let known: ((text: string) => ReadonlySet<string>) | null = null;
  const make = (): ((text: string) => ReadonlySet<string>) => {
    const all = [...new Set(words())];
    const { scan } = finder(all);
    return (text) => {
      const met = new Uint8Array(all.length);
      const found = new Set<string>();
      scan(text, (index) => {
        if (met[index] === 1) return;
        met[index] = 1;
        found.add(all[index] ?? '');
      });
      return found;
    };
  };
  return (text) => {
    seen += text.length;
    if (seen > MANY) known ??= make();
    return known ? known(text) : null;
  };
};
