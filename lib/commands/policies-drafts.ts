import { readFileSync } from 'node:fs';
import { messageOf, SpecError } from '../errors.ts';
import { PACKAGE_URL } from '../root.ts';
import { POLICIES } from '../specs/governing.ts';
import type { Facts } from './policies-facts.ts';

/** A policy to be written, by its path from the top level. */
export interface Draft {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

type Slots = Readonly<Record<string, string>>;

const TEMPLATES = new URL('specs/policies/templates/', PACKAGE_URL);

/** Fills a template in one pass. Throws SpecError where the package is incomplete. */
const fillTemplate = (name: string, slots: Slots): string => {
  try {
    const text = readFileSync(new URL(`${name}.md`, TEMPLATES), 'utf8');
    return text.replace(/\{\{(\w+)\}\}/g, (_, slot: string) => {
      const value = slots[slot];
      if (value === undefined) throw new Error(`unknown placeholder {{${slot}}}`);
      return value;
    });
  } catch (cause) {
    const message = `specs/policies/templates/${name}.md: ${messageOf(cause)}`;
    throw new SpecError(message, 'Reinstall lgtm-hook.', { cause });
  }
};

const quoted = (globs: readonly string[]): string => [...new Set(globs)].map((glob) => `'${glob}'`).join(', ');
const coded = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const PACKAGE_MANAGERS: readonly (readonly [name: string, locks: readonly string[]])[] = [
  ['npm', ['package-lock.json', 'npm-shrinkwrap.json']],
  ['pnpm', ['pnpm-lock.yaml']],
  ['yarn', ['yarn.lock']],
  ['bun', ['bun.lock', 'bun.lockb']],
];

const lockFile = ({ locks }: Facts): Slots | null => {
  const used = PACKAGE_MANAGERS.filter(([, names]) => names.some((name) => locks.includes(name)));
  const [manager] = used;
  const lock = manager?.[1].find((name) => locks.includes(name));
  if (!manager || !lock || used.length > 1) return null;
  const others = PACKAGE_MANAGERS.filter(([name]) => name !== manager[0]).flatMap(([, names]) => names);
  const [other = ''] = others;
  return { manager: manager[0], lock, other, others: quoted(others) };
};

const testNames = ({ tests }: Facts): Slots | null =>
  tests && {
    pattern: `*${tests.ending}`,
    other_pattern: `*${tests.otherEnding}`,
    ending: tests.ending,
    other_ending: tests.otherEnding,
    language: tests.language,
    count: String(tests.count),
    others: quoted([`*${tests.otherEnding.replace(/\.\w+$/, '')}.*`]),
    outliers: quoted(tests.outliers),
  };

const fileNames = ({ naming }: Facts): Slots | null =>
  naming && {
    style: naming.style,
    language: naming.language,
    count: String(naming.count),
    good: naming.good,
    bad: naming.bad,
    others: quoted(naming.endings.map((ending) => `${naming.other}.${ending}`)),
    outliers: quoted(naming.outliers),
  };

const dependencies = ({ manifests, tools, scripts }: Facts): Slots => ({
  manifests: quoted(['package.json', ...manifests]),
  tools:
    [
      ...(tools.length > 0 ? [`the tools that ${coded(tools)} configure`] : []),
      ...(scripts.length > 0 ? [`the scripts ${coded(scripts)}`] : []),
    ].join(', ') || 'what the manifest names, and the standard library',
});

const CI_PLACES = ['.github/workflows/**', '.gitlab-ci.yml', '.circleci/**'];

interface Template {
  readonly name: string;
  readonly title: string;
  /** What the template is filled with; null where the repository shows nothing of the kind. */
  readonly slots: (facts: Facts) => Slots | null;
}

/** To add one: a file in specs/policies/templates and a row here. The first three are always drafted. */
const NOTES: readonly Template[] = [
  { name: 'dependencies', title: 'One dependency for each job', slots: dependencies },
  {
    name: 'public-interface',
    title: 'What others use changes on purpose',
    slots: ({ entries }) => ({ entries: quoted(['index.*', ...entries]) }),
  },
  {
    name: 'ci',
    title: 'A step of the build that fails stops it',
    slots: ({ ci }) => ({ ci: quoted([...CI_PLACES, ...ci.filter((path) => !path.startsWith('.github/'))]) }),
  },
  { name: 'lock-file', title: 'One lock file', slots: lockFile },
  { name: 'test-names', title: 'Tests are named alike', slots: testNames },
  { name: 'file-names', title: 'Source files are named alike', slots: fileNames },
];

/** Policies that the repository gives reason for. Throws SpecError. */
export const draftNotes = (facts: Facts): Draft[] =>
  NOTES.flatMap(({ name, title, slots }) => {
    const filled = slots(facts);
    return filled ? [{ path: `${POLICIES}${name}.md`, title, text: fillTemplate(name, filled) }] : [];
  });

const factLines = ({ languages, manifests, locks, ci, tools, scripts }: Facts): string[] => [
  `- Languages: ${languages.map(([name, files]) => `${name} (${files} files)`).join(', ') || 'none yet'}.`,
  ...Object.entries({ Manifests: manifests, 'Lock files': locks, 'Continuous integration': ci, Tools: tools }).flatMap(
    ([label, paths]) => (paths.length > 0 ? [`- ${label}: ${coded(paths)}.`] : []),
  ),
  ...(scripts.length > 0 ? [`- Scripts: ${coded(scripts)}.`] : []),
];

/** The entry point: what the repository shows, the notes, and documents that bind already. Throws SpecError. */
export const draftEntry = (facts: Facts, notes: readonly Draft[]): Draft => ({
  path: `${POLICIES}README.md`,
  title: 'Entry point',
  text: fillTemplate('README', {
    name: facts.name,
    facts: factLines(facts).join('\n'),
    notes: notes.map(({ path, title }) => `- [${title}](${path.slice(POLICIES.length)})`).join('\n'),
    documents:
      facts.documents.map((path) => `- [${path}](../../${path})`).join('\n') || 'Nothing else in this repository.',
  }),
});
