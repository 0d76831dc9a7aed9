import { RE2JS } from 're2js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readRules } from '../../lib/specs/compile.ts';
import type { PatternDetect } from '../../lib/types.ts';
import { nestsRepeats, parsePattern, pumpsOf } from '../support/pattern-tree.ts';
import { stepCounter } from '../support/steps.ts';

interface Pattern {
  readonly rule: string;
  readonly source: string;
  readonly ignoreCase: boolean;
}

const RULES = readRules(new URL('../../specs/rules/', import.meta.url));

const sourcesOf = ({ match, unless, unlessArguments, near, notNear }: PatternDetect): string[] =>
  [match, unless, unlessArguments, near?.match, notNear?.match].filter((source) => source !== undefined);

const PATTERNS: readonly Pattern[] = RULES.flatMap((rule) => [
  ...rule.detect.flatMap((detect) =>
    'match' in detect
      ? sourcesOf(detect).map((source) => ({ rule: rule.id, source, ignoreCase: detect.ignoreCase ?? false }))
      : [],
  ),
  ...(rule.exempt ? [{ rule: rule.id, source: rule.exempt, ignoreCase: false }] : []),
]);

const built = suite('built-in patterns');

built('use only what a linear engine knows: no look-around, no back-references', () => {
  assert.ok(PATTERNS.length > 200);
  for (const { source, ignoreCase } of PATTERNS) {
    parsePattern(source, ignoreCase);
    RE2JS.compile(source);
  }
});

built('nest no repeat without bound in another', () => {
  assert.equal(
    PATTERNS.filter(({ source, ignoreCase }) => nestsRepeats(parsePattern(source, ignoreCase))),
    [],
  );
});

/** Characters of hostile input, more than the longest bounded gap; and the steps that each may cost, at most. */
const HOSTILE = { length: 1200, stepsPerCharacter: 600 } as const;

built('take a bounded number of steps for each character of the input made to slow them down', () => {
  const slow = PATTERNS.flatMap(({ rule, source, ignoreCase }) => {
    const count = stepCounter(source, ignoreCase);
    return pumpsOf(parsePattern(source, ignoreCase)).flatMap((unit) => {
      const text = unit.repeat(Math.ceil(HOSTILE.length / unit.length)).slice(0, HOSTILE.length);
      const steps = Math.round(count(text) / HOSTILE.length);
      return steps > HOSTILE.stepsPerCharacter ? [`${rule}: ${steps} steps a character on ${unit}: ${source}`] : [];
    });
  });
  assert.equal(slow, []);
});

const SAMPLES = RULES.flatMap(({ body }) => body.examples.flatMap(({ text }) => text.split('\n'))).filter(
  (line) => line.length < 400,
);

built('mean the same to V8 and to the linear engine', () => {
  const lines = [...new Set(SAMPLES)];
  assert.ok(lines.length > 700);
  const different = PATTERNS.flatMap(({ rule, source, ignoreCase }) => {
    const v8 = new RegExp(source, ignoreCase ? 'i' : '');
    const re2 = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return lines
      .filter((line) => v8.test(line) !== re2.matcher(line).find())
      .map((line) => `${rule}: ${source}: ${line}`);
  });
  assert.equal(different, []);
});

built.run();

const counter = suite('the step counter');

counter('finds the classical exponential and quadratic patterns', () => {
  assert.ok(stepCounter('(?:a+)+$')(`${'a'.repeat(18)}b`) > 100_000);
  const quadratic = stepCounter('x[^y]*y');
  assert.ok(quadratic('x'.repeat(2000)) / quadratic('x'.repeat(1000)) > 3.5);
  const linear = stepCounter('\\bx\\w{0,30}y');
  assert.ok(linear('x'.repeat(2000)) / linear('x'.repeat(1000)) < 2.2);
  assert.ok(nestsRepeats(parsePattern('(?:a+)+', false)));
  assert.not(nestsRepeats(parsePattern('(?:a+b){1,9}', false)));
});

counter('refuses what it cannot count', () => {
  for (const source of ['(?=a)', '(?<!a)b', '(a)\\1', 'a)', '*a']) assert.throws(() => stepCounter(source), source);
});

counter.run();
