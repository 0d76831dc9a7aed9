/** What a new rule of each class says of how it is noticed. */
const LOOKS: Readonly<Record<'D' | 'H' | 'M', readonly string[]>> = {
  D: [
    'class: D',
    'detect:',
    '  # A pattern, held against every added line; docs/rules.md has the conditions that can go with it.',
    "  match: '\\bdoItNow\\('",
    '  in: code',
    '  where: source',
  ],
  H: [
    'class: H',
    'detect:',
    '  # Where the model is asked; it confirms or declines.',
    "  match: '\\bdoItNow\\('",
    '  in: code',
    '  where: source',
  ],
  M: [
    'class: M',
    'signs:',
    '  # Where the model is asked at all; without signs it is asked about every chunk in scope.',
    "  match: '\\bdoItNow\\('",
    '  in: code',
    '  where: source',
  ],
};

const head = (id: string, kind: 'D' | 'H' | 'M'): string[] => [
  '---',
  `id: ${id}`,
  'title: Work is queued, not done at once',
  '# block, warn or info',
  'severity: warn',
  '# orthogonality, cohesion, parsimony, correctness, determinism, security, robustness, resilience, efficiency,',
  '# transparency, operability or evolvability',
  'quality: resilience',
  'languages: [js, ts]',
  '# When the rule is called for, in at most 25 words that such code would use.',
  'when: doItNow is called in a request handler',
  ...LOOKS[kind],
  '---',
];

const BODY = `
## Definition

What goes wrong, in one to three sentences; the first is the message of a finding. Work that is done at once holds up the
request, and is lost when the process ends.

## Requirements

- Queue the work with \`later\`, which survives a restart.

## Anti-Patterns

- Calling \`doItNow\` where \`later\` would do.

## Exceptions

- Commands that a person waits for.

## Examples

\`\`\`ts bad lines=2
export const handle = (request: Request) => {
  doItNow(() => report(request));
};
\`\`\`

\`\`\`ts bad lines=1
doItNow(sendMail);
\`\`\`

\`\`\`ts good
export const handle = (request: Request) => later('report', request.id);
\`\`\`

\`\`\`ts good
later('mail');
\`\`\`

\`\`\`ts near
// doItNow() was here before
const name = 'doItNow()';
\`\`\`
`;

/** A rule to start from: every key with what it is for, and examples that pass as they stand. */
export const skeleton = (id: string, kind: 'D' | 'H' | 'M'): string => `${head(id, kind).join('\n')}\n${BODY}`;
