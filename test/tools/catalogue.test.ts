import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRules } from '../../lib/specs/compile.ts';
import { cataloguePage } from '../../tools/catalogue/page.ts';

const ROOT = new URL('../../', import.meta.url);
const RULES = readRules(new URL('specs/rules/', ROOT));

test('docs/catalogue.md is what the rules say; `npm run catalogue` writes it', () => {
  assert.is(readFileSync(new URL('docs/catalogue.md', ROOT), 'utf8'), cataloguePage(RULES));
});

test('every rule stands on the page once, whatever it serves', () => {
  const page = cataloguePage(RULES);
  for (const { id, file } of RULES) assert.is(page.split(`| [\`${id}\`](../${file}) |`).length, 2, id);
});

test('what a title holds breaks no row', () => {
  const [first] = RULES;
  assert.ok(first);
  assert.match(cataloguePage([{ ...first, title: 'a | b' }]), '| a \\| b |');
});

test.run();
