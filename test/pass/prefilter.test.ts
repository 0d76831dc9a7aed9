import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { detectFile, prepareDetectors } from '../../lib/pass/detect.ts';
import { prefilter } from '../../lib/pass/prefilter.ts';
import { compiled, readRules } from '../../lib/specs/compile.ts';
import { prepared, ruleOf } from '../support/detect.ts';

const some = await prepared(
  ruleOf({ match: 'eval\\(', in: 'code', needles: 'eval(' }, { id: 'a/line' }),
  ruleOf({ match: 'if\\s+x', in: 'code', span: 'file', needles: 'if' }, { id: 'a/file' }),
  ruleOf({ match: '\\w', in: 'code' }, { id: 'a/any' }),
  ruleOf({ match: 'async', in: 'code', span: 'file', needles: 'async', languages: ['py'] }, { id: 'a/python' }),
);

const left = (added: string, whole: string, language: string | null = 'ts'): string[] =>
  prefilter(some)(added, whole, language).files.map(({ rule }) => rule.id);

test('a detector stays where a needle of it occurs in what it looks at', () => {
  assert.equal(left('EVAL(x)', 'EVAL(x)'), ['a/line', 'a/any']);
  assert.equal(left('y', 'eval(\nif x\ny'), ['a/file', 'a/any']);
  assert.equal(left('y', 'y'), ['a/any']);
});

test('what a text must hold as a whole is looked for in the languages of the rule, and where none is known', () => {
  assert.equal(left('async', 'async'), ['a/any']);
  assert.equal(left('async', 'async', 'py'), ['a/any', 'a/python']);
  assert.equal(left('async', 'async', null), ['a/any', 'a/python']);
});

test('needles that begin at one place, or within one another, are all found, as they stand', async () => {
  const file = (id: string, needles: string) => ruleOf({ match: 'x', in: 'code', span: 'file', needles }, { id });
  const detectors = await prepared(file('a/a', 'sta'), file('a/b', 'state'), file('a/c', 'tate('), file('a/d', 'atex'));
  const found = prefilter(detectors)('y', 'one STATE(two)', 'ts').files;
  assert.equal(
    found.map(({ rule }) => rule.id),
    ['a/a', 'a/b', 'a/c'],
  );
});

test('one file does not change what is looked for in the next', () => {
  const narrow = prefilter(some);
  narrow('eval(', 'eval(', 'ts');
  assert.equal(
    narrow('y', 'y', 'ts').files.map(({ rule }) => rule.id),
    ['a/any'],
  );
});

test('no example of any rule is treated otherwise for it', async () => {
  const { headers } = compiled(readRules(new URL('../../specs/rules/', import.meta.url)));
  const detectors = await prepareDetectors(headers);
  const narrow = prefilter(detectors);
  let hits = 0;
  for (const { body, domains } of readRules(new URL('../../specs/rules/', import.meta.url)))
    for (const { path, language, text } of body.examples) {
      const input = { path, language, text, domains, added: 'all' } as const;
      const expected = detectFile(detectors, input);
      assert.equal(detectFile(narrow(text, text, language), input), expected, `${path}: ${text}`);
      hits += expected.length;
    }
  assert.ok(hits > headers.length);
});

test.run();
