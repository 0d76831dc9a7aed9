/** Two policies of a repository's own. They are asked about every chunk, so that each change of the measurement has questions. */

const policy = (
  id: string,
  title: string,
  quality: string,
  ban: string,
  allowed: string,
  bad: string,
  good: string,
) => `---
id: local/${id}
title: ${title}
severity: warn
quality: ${quality}
class: M
when: code that is changed
---

## Definition

${title}, because whoever reads this code next has only this code to go by.

## Requirements

- ${title}.

## Anti-Patterns

- ${ban}.

## Exceptions

- ${allowed}.

## Examples

\`\`\`js bad lines=1
${bad}
\`\`\`

\`\`\`js good
${good}
\`\`\`
`;

export const POLICIES: Readonly<Record<string, string>> = {
  '.lgtm/policies/units.md': policy(
    'units',
    'A number with a unit says the unit in its name',
    'transparency',
    'A delay, size or amount in a variable whose name has no unit',
    'Counts, indexes and numbers without a unit',
    'const timeout = 5000;',
    'const timeoutMs = 5000;',
  ),
  '.lgtm/policies/cause.md': policy(
    'cause',
    'An error that is thrown again keeps its cause',
    'transparency',
    'A new error in a catch block without the caught one as its cause',
    'Errors that are shown to people outside, where the cause is logged instead',
    "try { send(); } catch (error) { throw new Error('not sent'); }",
    "try { send(); } catch (error) { throw new Error('not sent', { cause: error }); }",
  ),
};
