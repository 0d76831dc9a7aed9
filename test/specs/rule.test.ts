import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SpecError } from '../../lib/errors.ts';
import { prepareDetectors } from '../../lib/pass/detect.ts';
import { testExamples } from '../../lib/pass/detect-examples.ts';
import { isRuleFile, parseRule } from '../../lib/specs/rule.ts';
import { knownKeys } from '../../lib/specs/rule-schema.ts';
import { fencesOf } from '../../lib/text/markdown.ts';
import type { Rule } from '../../lib/types.ts';

const HEAD = [
  '---',
  'id: sec/no-eval',
  'title: Nothing is evaluated',
  'severity: block',
  'quality: security',
  'languages: [js, ts]',
  'when: eval called on data',
  'class: D',
  "detect: { match: 'eval', in: code }",
  '---',
];

const BODY = [
  '## Definition',
  'Evaluated text can do anything.',
  '## Requirements',
  '- Choose among functions.',
  '## Anti-Patterns',
  '- `eval(x)`',
  '## Exceptions',
  '- Literals.',
  '## Examples',
  '```js bad lines=1',
  'eval(a);',
  '```',
  '```js bad lines=2-3 file=lib/b.js',
  'let c;',
  'eval(c);',
  'eval(d);',
  '```',
  '```ts good',
  'run(a);',
  '```',
  '```ts good',
  'run(b);',
  '```',
  '```ts near',
  'model.evaluate();',
  '```',
];

const source = (head: readonly string[] = HEAD, body: readonly string[] = BODY): string =>
  [...head, ...body, ''].join('\n');
const parse = (text: string): Rule => parseRule({ file: 'specs/rules/sec/no-eval.md', text, origin: 'built-in' });

const faultOf = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    assert.instance(error, SpecError);
    return (error as SpecError).message;
  }
  return 'none';
};

const withLine = (lines: readonly string[], start: string, ...replacement: string[]): string[] =>
  lines.flatMap((line) => (line.startsWith(start) ? replacement : [line]));

test('a rule is read with its header, sections and examples', () => {
  const { body, ...header } = parse(source());
  assert.equal(header, {
    id: 'sec/no-eval',
    title: 'Nothing is evaluated',
    severity: 'block',
    quality: 'security',
    class: 'D',
    domains: [],
    languages: ['js', 'ts'],
    paths: [],
    when: 'eval called on data',
    detect: [{ match: 'eval', in: 'code' }],
    origin: 'built-in',
    file: 'specs/rules/sec/no-eval.md',
  });
  assert.is(body.definition, 'Evaluated text can do anything.');
  assert.equal(body.examples[1], {
    kind: 'bad',
    language: 'js',
    path: 'lib/b.js',
    text: 'let c;\neval(c);\neval(d);',
    lines: [2, 3],
    at: 23,
  });
  assert.is(body.examples[2]?.path, 'src/example.ts');
});

test('globs are kept and compiled', () => {
  const head = withLine(
    HEAD,
    'detect',
    "paths: ['src/**']",
    'detect:',
    "  - { match: 'a', in: text, notPaths: ['*.md'] }",
  );
  const { pathPattern, detect } = parse(source(head));
  const [first] = detect;
  assert.ok(new RegExp(pathPattern ?? '').test('src/a/b.js'));
  assert.not(new RegExp(pathPattern ?? '').test('lib/src/a.js'));
  assert.ok(first && 'match' in first && new RegExp(first.notPathPattern ?? '').test('docs/a.md'));
});

test('a mistyped key, language or quality is named with its line and what was meant', () => {
  assert.is(
    faultOf(source(withLine(HEAD, 'severity', 'severty: block'))),
    'specs/rules/sec/no-eval.md:2: "severity" is missing',
  );
  const extra = [...HEAD.slice(0, 3), 'domain: [git]', ...HEAD.slice(3)];
  assert.is(faultOf(source(extra)), 'specs/rules/sec/no-eval.md:4: unknown key "domain"; did you mean "domains"?');
  const language = faultOf(source(withLine(HEAD, 'languages', 'languages: [js, rss]')));
  assert.match(language, /:6: "languages\.1": unknown value "rss"; did you mean "rs"\?/);
  assert.match(faultOf(source(withLine(HEAD, 'quality', 'quality: securty'))), /:5: .*did you mean "security"\?/);
  assert.match(
    faultOf(source(withLine(HEAD, 'detect', 'detect: { match: a, in: codes }'))),
    /:9: .*did you mean "code"\?/,
  );
});

test('an unknown key of a detector is named with its place', () => {
  const head = withLine(HEAD, 'detect', 'detect:', '  - match: a', '    in: code', '    unles: b');
  assert.is(
    faultOf(source(head)),
    'specs/rules/sec/no-eval.md:12: unknown key "detect.0.unles"; did you mean "unless"?',
  );
});

test('the id must be that of the path', () => {
  assert.match(
    faultOf(source(withLine(HEAD, 'id', 'id: sec/eval'))),
    ':2: id is "sec/eval", but the path says "sec/no-eval"',
  );
});

test('when must be short', () => {
  assert.match(
    faultOf(source(withLine(HEAD, 'when', `when: ${'word '.repeat(26)}`))),
    ':7: "when": must have at most 25',
  );
});

test('class and detector must agree', () => {
  assert.match(faultOf(source(withLine(HEAD, 'class', 'class: M'))), ':9: a rule of class M has no detector');
  assert.match(faultOf(source(withLine(HEAD, 'detect'))), ':8: a rule of class D needs "detect"');
});

test('a pattern that cannot run in linear time is refused with its line', () => {
  for (const pattern of ['(?<!a)b', '(?=a)b', '(a)\\1', 'a{1001}', '(', '((a{1,100}){1,100}){1,100}']) {
    const head = withLine(HEAD, 'detect', 'detect:', `  match: '${pattern}'`, '  in: code');
    assert.match(faultOf(source(head)), ':10: the pattern cannot be used', pattern);
  }
  assert.match(faultOf(source([...HEAD.slice(0, -1), "exempt: '(?=x)'", '---'])), ':10: the pattern cannot be used');
});

test('a glob with too many wild cards or an extended group is refused', () => {
  for (const glob of ['*a*a*a*a*a*a*a*a*a', '+(a|b)']) {
    const head = withLine(HEAD, 'detect', `paths: ['${glob}']`, "detect: { match: 'a', in: code }");
    assert.match(faultOf(source(head)), ':9: the glob', glob);
  }
});

test('a missing, extra, empty or repeated section is named with its line', () => {
  assert.is(faultOf(source(HEAD, BODY.slice(0, -20))), 'specs/rules/sec/no-eval.md:17: "## Exceptions" is missing');
  const extra = [...BODY.slice(0, 2), '## Requirement', 'x', ...BODY.slice(2)];
  assert.is(
    faultOf(source(HEAD, extra)),
    'specs/rules/sec/no-eval.md:13: "## Requirement" is no section of a rule; did you mean "Requirements"?',
  );
  assert.match(faultOf(source(HEAD, withLine(BODY, 'Evaluated', ''))), ':11: "## Definition" is empty');
  assert.match(faultOf(source(HEAD, [...BODY, '## Definition', 'y'])), ':37: "## Definition" stands twice');
  assert.match(faultOf(source(HEAD, ['text', ...BODY])), 'text before the first "## " heading');
});

test('too few examples are named', () => {
  assert.match(faultOf(source(HEAD, BODY.slice(0, -3))), ':19: "## Examples" has 0 near examples and needs 1');
});

test('a faulty example is named with its line', () => {
  const faults: readonly (readonly [string, string])[] = [
    ['```js bad', ':20: a bad example must say on which lines it breaks the rule'],
    ['```js bad lines=2', ':20: lines=2 lies beyond the 1 lines of the example'],
    ['```js bad lines=a', ':20: lines=a is no list of line numbers'],
    ['```js baad lines=1', ':20: unknown mark "baad" of an example; did you mean "bad"?'],
    ['```js bad line=1', ':20: unknown attribute "line" of an example; did you mean "lines"?'],
    ['```jss bad lines=1', ':20: unknown language "jss" of an example; did you mean "js"?'],
    ['```js bad good lines=1', ':20: an example must be marked as one of bad, good, near, base'],
    ['```js good lines=1', ':20: only a bad example has lines'],
    ['```js bad lines=1 size=big', ':20: size=big is no number'],
    ['```js bad lines=1 mode=777', ':20: mode=777 is none of'],
  ];
  for (const [fence, fault] of faults)
    assert.match(faultOf(source(HEAD, withLine(BODY, '```js bad lines=1', fence))), fault, fence);
  assert.match(faultOf(source(HEAD, BODY.slice(0, -1))), ':34: this block is never closed');
});

test('blocks of one case are one change on top of its base', () => {
  const body = [
    ...BODY,
    '```json base case=x file=package.json',
    '{}',
    '```',
    '```json bad case=x file=package.json lines=1 mode=100755',
    '{ "a": 1 }',
    '```',
    '```text bad case=x file=b.txt binary size=900',
    '```',
  ];
  const example = parse(source(HEAD, body)).body.examples.at(-1);
  assert.is(example?.path, 'package.json');
  assert.is(example?.mode, '100755');
  assert.equal(
    example?.base?.map(({ path, text }) => [path, text]),
    [['package.json', '{}']],
  );
  assert.equal(
    example?.others?.map(({ path, size, binary }) => [path, size, binary]),
    [['b.txt', 900, true]],
  );
});

test('a block marked escapes holds the characters that it names', () => {
  const body = withLine(BODY, 'run(b)', 'run(\\u{202E}\\u{41});');
  const marked = withLine(body, '```ts good', '```ts good escapes');
  assert.is(parse(source(HEAD, marked)).body.examples[3]?.text, 'run(\u202EA);');
});

test('a policy of a repository has an id of its own and needs fewer examples', () => {
  const head = withLine(HEAD, 'id', 'id: local/money/no-eval');
  const body = [...BODY.slice(0, 12), ...BODY.slice(17, 20)];
  const rule = parseRule({ file: '.lgtm/policies/money/no-eval.md', text: source(head, body), origin: 'local' });
  assert.is(rule.id, 'local/money/no-eval');
  assert.is(rule.origin, 'local');
});

test('a README without front matter is an index, anything else means to be a rule', () => {
  assert.is(isRuleFile({ file: '.lgtm/policies/README.md', text: '## Requirements\n- x' }), false);
  assert.is(isRuleFile({ file: '.lgtm/policies/README.md', text: '---\nid: x\n---\n' }), true);
  assert.is(isRuleFile({ file: '.lgtm/policies/money.md', text: '## Requirements' }), true);
});

test('the rule that the documentation shows is one, and holds against its examples', async () => {
  const [fence] = fencesOf(readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8'));
  const rule = parseRule({ file: '.lgtm/policies/money/ledger-entry.md', text: fence?.text ?? '', origin: 'local' });
  assert.equal(await testExamples(await prepareDetectors([rule]), rule, rule.body), []);
});

test('the documentation names every key of the front matter and of a detector', () => {
  const text = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
  const keys = [...knownKeys(undefined), ...knownKeys('detect')];
  assert.equal(
    keys.filter((key) => !text.includes(`\`${key}\``) && !text.includes(`{ ${key}: `)),
    [],
  );
});

test.run();
