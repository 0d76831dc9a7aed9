import { importsIn } from '../text/imports.ts';
import { DOMAINS, type Domain } from './domains.ts';

/** What tells the domain of a file: its names, its language and its whole text, not only what is new in it. */
export interface Subject {
  readonly path: string;
  readonly oldPath?: string;
  readonly language: string | null;
  readonly text: string;
}

/** Characters of a file whose vocabulary is looked at, and its head, where imports stand. */
const LOOKED_AT = { words: 200_000, imports: 20_000 } as const;

/** Different words of a field that a text must hold. */
const ENOUGH = 2;

const speaks = (text: string, words: RegExp): boolean => {
  const seen = new Set<string>();
  for (const [word] of text.slice(0, LOOKED_AT.words).matchAll(words)) {
    seen.add(word.toLowerCase());
    if (seen.size >= ENOUGH) return true;
  }
  return false;
};

const isNamed = ({ paths }: Domain, { path, oldPath }: Subject): boolean =>
  Boolean(paths?.test(path) || (oldPath && paths?.test(oldPath)));

type Belongs = (domain: Domain) => boolean;

/** Tells whether a file belongs to a domain; what it imports is looked up once, when it is first asked for. */
const belonging = (subject: Subject): Belongs => {
  let known: readonly string[] | null = null;
  const imports = (): readonly string[] => {
    known ??= importsIn(subject.text.slice(0, LOOKED_AT.imports));
    return known;
  };
  return (domain) =>
    isNamed(domain, subject) ||
    Boolean(subject.language && domain.languages?.includes(subject.language)) ||
    Boolean(domain.imports && imports().some((name) => domain.imports?.test(name))) ||
    Boolean(domain.words && speaks(subject.text, domain.words));
};

/** Tells whether a file belongs to one of some domains; each domain is looked for once, and only when it is asked for. */
export const domainFinder = (
  subject: Subject,
  given: readonly string[] = [],
): ((names: readonly string[]) => boolean) => {
  const known = new Map(given.map((name) => [name, true]));
  const belongs = belonging(subject);
  const holds = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const domain = DOMAINS.find((one) => one.name === name);
    const found = domain !== undefined && belongs(domain);
    known.set(name, found);
    return found;
  };
  return (names) => names.length === 0 || names.some(holds);
};

/** Every domain that a file belongs to. */
export const domainsIn = (subject: Subject): string[] => {
  const belongs = belonging(subject);
  return DOMAINS.filter(belongs).map(({ name }) => name);
};
