import { QUALITIES } from '../../lib/specs/rule-schema.ts';
import type { Rule } from '../../lib/types.ts';

/** The page of docs/ that is made from the catalogue. Pure. */

/** The four dimensions of a change, and the qualities that make each up. */
const DIMENSIONS: readonly (readonly [name: string, qualities: readonly string[]])[] = [
  ['Structure: how it is organised', ['orthogonality', 'cohesion', 'parsimony']],
  ['Behaviour: whether it works', ['correctness', 'determinism', 'security']],
  ['Run time: whether it survives', ['robustness', 'resilience', 'efficiency']],
  ['Life cycle: whether it can be maintained', ['transparency', 'operability', 'evolvability']],
];

const GROUPS: Readonly<Record<string, string>> = {
  btc: 'Bitcoin',
  git: 'Git and the commit itself',
};

const ORDER: readonly Rule['severity'][] = ['block', 'warn', 'info'];

const groupOf = ({ id }: Rule): string => id.slice(0, id.indexOf('/'));

const bySeverity = (a: Rule, b: Rule): number =>
  ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || (a.id < b.id ? -1 : 1);

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

const scope = ({ languages, domains }: Rule): string =>
  [languages.join(', '), domains.length > 0 ? `in ${domains.join(', ')}` : ''].filter(Boolean).join('; ') || 'any';

const row = (rule: Rule): string =>
  `| [\`${rule.id}\`](../${rule.file}) | ${cell(rule.title)} | ${rule.severity} | ${rule.class} | ${cell(scope(rule))} |`;

const table = (rules: readonly Rule[]): string[] => [
  '| rule | asks for | severity | class | languages |',
  '|---|---|---|---|---|',
  ...[...rules].sort(bySeverity).map(row),
  '',
];

const sections = (rules: readonly Rule[]): string[] => {
  const ofQuality = (quality: string): Rule[] => rules.filter((rule) => rule.quality === quality);
  return DIMENSIONS.flatMap(([name, qualities]) => [
    `## ${name}`,
    '',
    ...qualities.flatMap((quality) => [`### ${quality}`, '', ...table(ofQuality(quality))]),
  ]);
};

const counts = (rules: readonly Rule[]): string => {
  const of = <K extends 'class' | 'severity'>(key: K, value: Rule[K]): number =>
    rules.filter((rule) => rule[key] === value).length;
  return [
    `${rules.length} rules: ${of('class', 'D')} decide without a model (D), ${of('class', 'H')} point and the model confirms (H),`,
    `${of('class', 'M')} are for the model alone (M). ${of('severity', 'block')} block, ${of('severity', 'warn')} warn, ${of('severity', 'info')} inform.`,
  ].join('\n');
};

/** The whole page. Throws where a rule serves a quality of no dimension. */
export const cataloguePage = (rules: readonly Rule[]): string => {
  const placed = DIMENSIONS.flatMap(([, qualities]) => qualities);
  const homeless = QUALITIES.filter((quality) => !placed.includes(quality));
  if (homeless.length > 0) throw new Error(`no dimension has ${homeless.join(', ')}`);
  const groups = Object.entries(GROUPS).map(
    ([group, name]) =>
      `- ${name}: ${rules
        .filter((rule) => groupOf(rule) === group)
        .map(({ id }) => `\`${id}\``)
        .join(', ')}.`,
  );
  return [
    '# Catalogue',
    '',
    'Made by `npm run catalogue` from `specs/rules`; change the rules, not this page.',
    '',
    counts(rules),
    'A severity is as measured: what is noisy on real code warns or informs ([measurements.md](measurements.md)). `lgtm rules show ID`',
    'prints a rule with its examples, `rules:` in `lgtm.config.yaml` changes its severity, and a repository adds its own',
    '([policies.md](policies.md)).',
    '',
    'Two fields run across the qualities:',
    '',
    ...groups,
    '',
    ...sections(rules),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
};
