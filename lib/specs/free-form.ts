import { messageOf } from '../errors.ts';
import { fencesOf, type MarkdownSection, parseInfo, sectionsOf } from '../text/markdown.ts';
import type { Example, Rule } from '../types.ts';
import { examplesIn } from './rule-examples.ts';
import { refuseIn } from './rule-faults.ts';

/** Characters of a title, and words and marks of an index line, as for every rule. */
const MOST = { title: 90, when: 25 } as const;

const MARKS = ['bad', 'good', 'near', 'base'];

const slug = (path: string): string =>
  path
    .replace(/\.mdx?$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9_./-]+/g, '-')
    .replace(/\/[-./]+|^[-./]+/g, '/')
    .replace(/^\//, '');

const headingIn = (text: string): string | null => /^# +(.+?)[ #]*$/m.exec(text)?.[1]?.trim() ?? null;

const plain = (text: string): string =>
  text
    .replace(/^\s{0,8}(?:[-*+]|\d{1,3}[.)]|>|#{1,6})\s{1,4}/gm, '')
    .replace(/[*_`]{1,3}|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

const withoutFences = (text: string): string => text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1.*$/gm, '');

/** The first words, as many as an index line may have. */
const indexLine = (text: string): string => {
  const words = plain(text).match(/\w+|[^\w\s]/g) ?? [];
  return words
    .slice(0, MOST.when)
    .join(' ')
    .slice(0, 160)
    .replace(/[^\w)]+$/, '');
};

/** Examples count where every block is marked as one; unmarked blocks only show something. */
const examplesOf = (
  section: MarkdownSection | undefined,
  file: string,
): { examples: Example[]; fault: string | null } => {
  if (!section) return { examples: [], fault: null };
  const fences = fencesOf(section.text, section.line + 1);
  const marked = fences.filter(({ info }) => parseInfo(info).words.some((word) => MARKS.includes(word)));
  if (marked.length === 0 || marked.length < fences.length) return { examples: [], fault: null };
  try {
    return { examples: examplesIn(section, refuseIn(file)), fault: null };
  } catch (error) {
    return { examples: [], fault: messageOf(error) };
  }
};

/** A policy written as prose, made into one rule for the model, and what its author should know about that. */
export interface FreeForm {
  readonly rule: Rule;
  readonly hints: readonly string[];
}

const hintFor = (file: string): string =>
  `${file} has no front matter: the model is asked about it as one rule, where a word of its heading or first lines occurs (docs/policies.md)`;

/**
 * Reads a Markdown policy without front matter. Sections of a rule are taken where they are there; what is in none counts as
 * requirements. Never throws.
 */
export const readFreeForm = (file: string, text: string, below: string): FreeForm => {
  const { preface, sections } = sectionsOf(text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, ''));
  const section = (title: string): string =>
    sections.find((one) => one.title.toLowerCase() === title)?.text.trim() ?? '';
  const title = (headingIn(text) ?? plain(below.replace(/\.mdx?$/, ''))).slice(0, MOST.title);
  const said = withoutFences([preface, ...sections.map((one) => `${one.title}. ${one.text}`)].join('\n'));
  const prose = plain(said.replace(/^# .*$/m, ''));
  const requirements = section('requirements') || prose;
  const { examples, fault } = examplesOf(
    sections.find((one) => one.title.toLowerCase() === 'examples'),
    file,
  );
  const rule: Rule = {
    id: `local/${slug(below)}`,
    title: plain(title) || below,
    severity: 'warn',
    quality: 'operability',
    class: 'M',
    domains: [],
    languages: [],
    paths: [],
    when: indexLine(`${title} ${section('requirements') || prose}`),
    detect: [],
    freeForm: true,
    origin: 'local',
    file,
    body: {
      definition: section('definition') || plain(title),
      requirements,
      antiPatterns: section('anti-patterns') || `What goes against this: ${plain(requirements)}`,
      exceptions: section('exceptions'),
      examples,
    },
  };
  return {
    rule,
    hints: [hintFor(file), ...(fault === null ? [] : [`${fault}: the examples of this policy do not count`])],
  };
};
