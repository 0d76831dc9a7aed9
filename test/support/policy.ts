/** A policy of class D that finds a word in code, as a repository would write it. */
export const policy = (id: string, change: Readonly<Record<string, string>> = {}): string => {
  const front: Readonly<Record<string, string>> = {
    id,
    title: 'Nothing calls launch',
    severity: 'block',
    quality: 'robustness',
    languages: '[ts, js]',
    when: 'launch is called',
    class: 'D',
    detect: "{ match: '\\blaunch\\(', in: code }",
    ...change,
  };
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${value}`);
  return ['---', ...lines.filter((line) => !line.endsWith(': ')), '---', BODY].join('\n');
};

const BODY = `
## Definition

A launch cannot be taken back.

## Requirements

- Ask the control room.

## Anti-Patterns

- Calling launch.

## Exceptions

- None.

## Examples

\`\`\`ts bad lines=1
launch();
\`\`\`

\`\`\`ts good
ask('launch');
\`\`\`
`;

/** As `policy`, asked of the model. */
export const question = (id: string, change: Readonly<Record<string, string>> = {}): string =>
  policy(id, { class: 'M', detect: '', severity: 'warn', ...change });
