import type { ActiveRule } from '../../lib/pass/counsel.ts';
import type { Rule, StagedFile } from '../../lib/types.ts';

/** A rule with every field filled; tests state what they are about. */
export const makeRule = (change: Partial<Rule & ActiveRule> = {}): Rule & ActiveRule => ({
  id: 'btc/fee-round-down',
  title: 'Fees in sats are rounded up',
  severity: 'block',
  inForce: change.severity ?? 'block',
  quality: 'correctness',
  class: 'M',
  domains: [],
  languages: [],
  paths: [],
  when: 'fee computed from a rate and a size',
  detect: [],
  origin: 'built-in',
  file: 'specs/rules/btc/fee-round-down.md',
  body: {
    definition: 'A fee that is rounded down underpays.',
    requirements: '- Round a fee up.',
    antiPatterns: '- Producing a fee with floor, truncation or integer division.',
    exceptions: '- Rounding a fee rate.',
    examples: [
      { kind: 'bad', language: 'py', path: 'a.py', lines: [1], text: 'fee = rate * vsize // 1000', at: 1 },
      { kind: 'good', language: 'py', path: 'a.py', lines: [], text: 'fee = -(-rate * vsize // 1000)', at: 5 },
    ],
  },
  ...change,
});

/** A staged file whose every line is added. */
export const makeFile = (path: string, text: string, change: Partial<StagedFile> = {}): StagedFile => {
  const addedLines = text.split('\n').map((line, i) => ({ line: i + 1, text: line }));
  return {
    status: 'A',
    oldMode: '000000',
    newMode: '100644',
    oldId: '0'.repeat(40),
    newId: '1'.repeat(40),
    path,
    kind: 'file',
    binary: false,
    language: path.slice(path.lastIndexOf('.') + 1),
    review: 'yes',
    size: text.length,
    added: addedLines.length,
    deleted: 0,
    text,
    addedLines,
    removedLines: [],
    hunks: [{ oldStart: 0, newStart: 1, lines: addedLines.map((line) => ({ kind: 'add', ...line })) }],
    ...change,
  };
};
