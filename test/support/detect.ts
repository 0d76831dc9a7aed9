import { type DetectInput, type Detectors, detectFile, prepareDetectors } from '../../lib/pass/detect.ts';
import type { Detect, RuleHeader } from '../../lib/types.ts';

/** A rule of which only the detectors matter. */
export const ruleOf = (detect: Detect | readonly Detect[], change: Partial<RuleHeader> = {}): RuleHeader => ({
  id: 'test/rule',
  title: 'A rule for tests',
  severity: 'warn',
  quality: 'correctness',
  class: 'D',
  domains: [],
  languages: [],
  paths: [],
  when: 'always',
  detect: Array.isArray(detect) ? detect : [detect],
  origin: 'built-in',
  file: 'specs/rules/test/rule.md',
  ...change,
});

export const prepared = (...rules: readonly RuleHeader[]): Promise<Detectors> => prepareDetectors(rules);

/** Lines on which the detectors fire; a whole new TypeScript file unless told otherwise. */
export const linesOf = (detectors: Detectors, text: string, change: Partial<DetectInput> = {}): number[] =>
  detectFile(detectors, { path: 'src/a.ts', language: 'ts', text, added: 'all', ...change }).map(({ line }) => line);
