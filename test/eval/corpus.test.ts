import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCorpus } from '../../lib/eval/corpus.ts';
import { exampleCases } from '../../lib/eval/examples.ts';
import type { Case } from '../../lib/eval/types.ts';
import { builtInBodies, builtInRules } from '../../lib/specs/library.ts';
import { languageOf } from '../../lib/text/language.ts';

const corpus = suite('the corpus of labelled changes');

const OWN = readCorpus(join(import.meta.dirname, '..', '..', 'eval'));
const SUBJECTS = builtInRules().flatMap((rule) => {
  const body = builtInBodies().get(rule.id);
  return body ? [{ rule: { ...rule, body }, source: null }] : [];
});
const ALL = [...exampleCases(SUBJECTS), ...OWN.cases];
const count = (fits: (one: Case) => boolean): number => ALL.filter(fits).length;

corpus('can be read whole', () => {
  assert.equal(OWN.faults, []);
  assert.is(new Set(ALL.map(({ id }) => id)).size, ALL.length, 'ids are unique');
});

corpus('has 260 cases that were written by hand, and twelve at least in every stratum', () => {
  assert.ok(OWN.cases.filter(({ made }) => made === 'written').length >= 260);
  for (const stratum of ['A', 'B', 'C', 'D', 'E', 'F'])
    assert.ok(count((one) => one.stratum === stratum) >= 12, stratum);
});

corpus('is clean by at least a half', () => {
  assert.ok(count(({ labels }) => labels.length === 0) >= ALL.length / 2);
});

corpus('speaks many languages', () => {
  const languages = new Set(ALL.flatMap(({ staged }) => staged.map(({ path }) => languageOf(path))));
  for (const name of ['ts', 'js', 'py', 'go', 'rs', 'sql', 'yaml', 'dockerfile', 'c', 'java'])
    assert.ok(languages.has(name), name);
});

corpus('labels only rules that there are, and in every rule something', () => {
  const known = new Set(SUBJECTS.map(({ rule }) => rule.id));
  const labelled = new Set(ALL.flatMap(({ labels }) => labels.map(({ rule }) => rule)));
  assert.equal(
    [...labelled].filter((rule) => !known.has(rule)),
    [],
  );
  const message = new Set(['git/commit-subject']);
  assert.equal(
    [...known].filter((rule) => !labelled.has(rule) && !message.has(rule)),
    [],
  );
});

corpus('keeps a template whole in one half', () => {
  const halves = new Map<string, string>();
  for (const { template, split } of OWN.cases) {
    assert.is(halves.get(template) ?? split, split, template);
    halves.set(template, split);
  }
});

corpus('puts every label on a line that the change adds or removes', () => {
  for (const { id, labels, base, staged } of OWN.cases) {
    for (const { path, lines } of labels) {
      const [before, after] = [base, staged].map((side) => side.find((blob) => blob.path === path));
      const isSame = before?.mode === after?.mode && after && before?.content.equals(after.content);
      assert.ok(!isSame, `${id}: ${path} is changed`);
      if (lines && after) assert.ok(Math.max(...lines) <= after.content.toString().split('\n').length, id);
    }
  }
});

corpus('has for every text that tries to steer the same change without it', () => {
  const ids = new Set(OWN.cases.map(({ id }) => id));
  const lured = OWN.cases.filter(({ stratum }) => stratum === 'F');
  assert.ok(lured.some(({ labels }) => labels.length > 0) && lured.some(({ labels }) => labels.length === 0));
  assert.equal(
    lured.filter(({ twin }) => twin === undefined || !ids.has(twin)).map(({ id }) => id),
    [],
  );
});

const withFolder = (files: Readonly<Record<string, string>>, work: (folder: string) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), 'lgtm-test-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const bad = (front: string, body: string): string => `---\nstratum: C\nabout: a test\n${front}---\n\n${body}\n`;
const NEW = '```js new file=a.js\nconst a = eval(b); ⟦sec/dynamic-eval⟧\n```';

corpus('names what cannot be used, and the rest counts', () =>
  withFolder(
    {
      'cases/test/x/good.md': bad('', NEW),
      'cases/test/x/apply.md': bad(
        '',
        '```js base file=a.js\nold();\n```\n```diff file=a.js\n other();\n+new1();\n```',
      ),
      'cases/test/x/outside.md': bad(
        '',
        '```js base file=a.js\nold();\n```\n```diff file=a.js\n old(); ⟦sec/dynamic-eval⟧\n+new1();\n```',
      ),
      'cases/test/x/elsewhere.md': bad('labels:\n  - { rule: sec/dynamic-eval, path: b.js, line: 1 }\n', NEW),
      'cases/test/x/front.md': bad('color: red\n', NEW),
      'cases/test/x/app.md': bad('app: missing\n', NEW),
      'cases/test/x/plant.md': bad('', '```js new file=a.js\nconst a = "⟦=nothing⟧";\n```'),
      'cases/test/x/open.md': bad('', '```js new file=a.js\nlet a;'),
      'cases/test/x/none.md': bad('', 'words'),
      'cases/test/x/mark.md': bad('', '```js new file=a.js\nlet a; ⟦Not A Rule⟧\n```'),
    },
    (folder) => {
      const { cases, faults } = readCorpus(folder);
      assert.equal(
        cases.map(({ id, labels }) => [id, labels]),
        [['x/good', [{ rule: 'sec/dynamic-eval', path: 'a.js', lines: [1] }]]],
      );
      const said = Object.fromEntries(faults.map(({ file, message }) => [file.split('/').at(-1), message]));
      assert.match(said['apply.md'] ?? '', 'it does not apply to a.js: no place shows "other();"');
      assert.match(said['outside.md'] ?? '', 'stands outside the patch');
      assert.match(said['elsewhere.md'] ?? '', 'stands outside the patch, in b.js');
      assert.match(said['front.md'] ?? '', 'color');
      assert.match(said['app.md'] ?? '', 'there is no project "missing"');
      assert.match(said['plant.md'] ?? '', 'unknown plant');
      assert.match(said['open.md'] ?? '', 'never closed');
      assert.match(said['none.md'] ?? '', 'it has no block');
      assert.match(said['mark.md'] ?? '', 'the mark "Not A Rule" cannot be read');
      assert.is(faults.length, 9);
    },
  ),
);

corpus('says that there is no such folder', () => {
  assert.throws(() => readCorpus('/nowhere/at/all'), /there is no folder/);
});

corpus('splits no template over both halves without saying so', () =>
  withFolder({ 'cases/test/x/a.md': bad('', NEW), 'cases/dev/x/b.md': bad('', NEW) }, (folder) => {
    assert.equal(
      readCorpus(folder).faults.map(({ message }) => message),
      ['the template x lies in both splits'],
    );
  }),
);

corpus.run();
