import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DOMAINS } from '../../lib/pass/domains.ts';
import { compiled, readRules } from '../../lib/specs/compile.ts';
import { builtInBodies, builtInRules } from '../../lib/specs/library.ts';
import { QUALITIES } from '../../lib/specs/rule-schema.ts';
import { estimateTokens } from '../../lib/text/tokens.ts';

const RULES = readRules(new URL('../../specs/rules/', import.meta.url));

const catalogue = suite('catalogue');

catalogue('holds every quality, and at least 88 rules with ids in order', () => {
  assert.ok(RULES.length >= 88, `${RULES.length} rules`);
  assert.equal(
    [...RULES.map(({ id }) => id)].sort(),
    RULES.map(({ id }) => id),
  );
  assert.equal([...new Set(RULES.map(({ quality }) => quality))].sort(), [...QUALITIES].sort());
});

catalogue('names only domains that the Context Map knows', () => {
  const known = new Set(DOMAINS.map(({ name }) => name));
  assert.equal(
    RULES.flatMap(({ id, domains }) =>
      domains.filter((domain) => !known.has(domain)).map((domain) => `${id}: ${domain}`),
    ),
    [],
  );
});

catalogue('blocks only by detectors, or by gates that a model confirms', () => {
  assert.equal(
    RULES.filter((rule) => rule.class === 'M' && rule.severity === 'block').map(({ id }) => id),
    [],
  );
});

catalogue('gives every rule a first sentence that says why and a first requirement that says what to do', () => {
  for (const { id, body } of RULES) {
    assert.match(body.definition, /^[A-Z`].{20,240}?[.](?:\s|$)/s, id);
    assert.match(body.requirements, /^- [A-Z`].{10,}/, id);
  }
});

catalogue('keeps what a Reviewer gets of a rule short enough to be given whole', () => {
  const short = (text: string): boolean => estimateTokens(text.replace(/\s+/g, ' ')) <= 60;
  const asked = RULES.filter((rule) => rule.class !== 'D');
  assert.equal(
    asked.filter(({ body }) => !short(body.antiPatterns) || !short(body.exceptions)).map(({ id }) => id),
    [],
  );
  for (const kind of ['bad', 'good'])
    assert.equal(
      asked
        .filter(
          ({ body }) => !body.examples.some((example) => example.kind === kind && estimateTokens(example.text) <= 45),
        )
        .map(({ id }) => id),
      [],
    );
});

catalogue('has no two rules with the same title', () => {
  assert.is(new Set(RULES.map(({ title }) => title)).size, RULES.length);
});

catalogue('loads no glob library on a commit: no built-in rule is bound to paths but by its detectors', () => {
  assert.equal(
    RULES.filter(({ paths }) => paths.length > 0).map(({ id }) => id),
    [],
  );
});

catalogue.run();

const library = suite('library');

library('is what the build compiled from the rule files', () => {
  assert.ok(existsSync(new URL('../../specs/compiled/headers.json', import.meta.url)), 'run `npm run build` first');
  const { headers, bodies } = compiled(RULES);
  assert.equal(builtInRules(), JSON.parse(JSON.stringify(headers)));
  assert.equal(Object.fromEntries(builtInBodies()), JSON.parse(JSON.stringify(bodies)));
});

library('keeps texts and examples out of what every commit reads', () => {
  assert.equal(
    builtInRules()
      .filter((rule) => 'body' in rule)
      .map(({ id }) => id),
    [],
  );
});

library('says what to do where it was not built', async () => {
  const root = mkdtempSync(join(tmpdir(), 'lgtm-library-'));
  for (const file of ['lib/errors.ts', 'lib/root.ts', 'lib/specs/library.ts'])
    cpSync(new URL(`../../${file}`, import.meta.url), join(root, file));
  const alone: typeof import('../../lib/specs/library.ts') = await import(
    pathToFileURL(join(root, 'lib/specs/library.ts')).href
  );
  for (const read of [alone.builtInRules, alone.builtInBodies]) {
    try {
      read();
      assert.unreachable();
    } catch (error) {
      assert.match(String(error), /SpecError: specs\/compiled\/\w+\.json cannot be read/);
      assert.match(Reflect.get(Object(error), 'hint'), 'npm run build');
    }
  }
  rmSync(root, { recursive: true });
});

library('reports the faults of all rule files at once', () => {
  const root = mkdtempSync(join(tmpdir(), 'lgtm-rules-'));
  mkdirSync(join(root, 'sec'));
  writeFileSync(join(root, 'sec/a.md'), 'no front matter');
  writeFileSync(join(root, 'sec/b.md'), '---\nid: sec/b\n---\n');
  writeFileSync(join(root, 'README.md'), 'an index');
  assert.throws(
    () => readRules(pathToFileURL(`${root}/`)),
    (error: Error) => /sec\/a\.md:1: [\s\S]*sec\/b\.md:\d+: /.test(error.message) && !error.message.includes('README'),
  );
  rmSync(root, { recursive: true });
});

library.run();
