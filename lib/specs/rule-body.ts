import type { Frontmatter } from '../text/frontmatter.ts';
import { type MarkdownSection, sectionsOf } from '../text/markdown.ts';
import type { Example, RuleBody, RuleHeader } from '../types.ts';
import { examplesIn } from './rule-examples.ts';
import { type Refuse, suggestion } from './rule-faults.ts';

const SECTIONS = ['Definition', 'Requirements', 'Anti-Patterns', 'Exceptions', 'Examples'] as const;

const section = (
  sections: readonly MarkdownSection[],
  title: string,
  last: number,
  refuse: Refuse,
): MarkdownSection => {
  const found = sections.filter((one) => one.title === title);
  const [first, second] = found;
  if (second) refuse(`"## ${title}" stands twice`, second.line);
  if (!first) return refuse(`"## ${title}" is missing`, last);
  if (first.text.trim() === '') refuse(`"## ${title}" is empty`, first.line);
  return first;
};

/** Examples are the rule's tests: both kinds must be there, and for built-in rules enough of them to mean something. */
const LEAST: Readonly<Record<RuleHeader['origin'], Readonly<Record<Example['kind'], number>>>> = {
  'built-in': { bad: 2, good: 2, near: 1 },
  local: { bad: 1, good: 1, near: 0 },
};

const checkExamples = (
  examples: readonly Example[],
  origin: RuleHeader['origin'],
  line: number,
  refuse: Refuse,
): void => {
  for (const [kind, least] of Object.entries(LEAST[origin])) {
    const count = examples.filter((example) => example.kind === kind).length;
    if (count < least)
      refuse(`"## Examples" has ${count} ${kind} example${count === 1 ? '' : 's'} and needs ${least}`, line);
  }
};

/** The sections of a rule, all there and in no other number, with enough examples. Throws SpecError naming file and line. */
export const readBody = ({ body, bodyLine }: Frontmatter, origin: RuleHeader['origin'], refuse: Refuse): RuleBody => {
  const { preface, sections } = sectionsOf(body, bodyLine);
  if (preface !== '') refuse('text before the first "## " heading belongs to no section', bodyLine);
  const extra = sections.find(({ title }) => !SECTIONS.some((name) => name === title));
  if (extra) refuse(`"## ${extra.title}" is no section of a rule${suggestion(extra.title, SECTIONS)}`, extra.line);
  const last = bodyLine + body.split('\n').length - 1;
  const [definition, requirements, antiPatterns, exceptions, examples] = SECTIONS.map((name) =>
    section(sections, name, last, refuse),
  );
  const text = (one: MarkdownSection | undefined): string => one?.text.trim() ?? '';
  const read = examples ? examplesIn(examples, refuse) : [];
  checkExamples(read, origin, examples?.line ?? last, refuse);
  return {
    definition: text(definition),
    requirements: text(requirements),
    antiPatterns: text(antiPatterns),
    exceptions: text(exceptions),
    examples: read,
  };
};
