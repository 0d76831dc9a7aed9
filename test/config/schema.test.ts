import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { configSchema, SCHEMA_FILE } from '../../lib/config/compile.ts';
import { DEFAULTS } from '../../lib/config/config.ts';
import { parseConfig } from '../../lib/config/parse.ts';
import { REPO_KEYS, USER_KEYS } from '../../lib/config/schema.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const TEMPLATE = read('specs/config-template.yaml');
const schema = JSON.parse(JSON.stringify(configSchema())) as {
  readonly properties: Readonly<Record<string, { readonly default?: unknown; readonly enum?: readonly string[] }>>;
};

/** Rows of a table of docs/configuration.md, by the name in their first cell. */
const rowsUnder = (heading: string): ReadonlyMap<string, readonly string[]> => {
  const table = read('docs/configuration.md').split(`| ${heading} |`)[1]?.split('\n\n')[0] ?? '';
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
      return [cells[1]?.replaceAll('`', '') ?? '', cells.slice(2)];
    }),
  );
};

const defaultOf = (key: string): unknown => (DEFAULTS as unknown as Readonly<Record<string, unknown>>)[key];

test('the shipped schema is the one that checks', () => {
  assert.equal(JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')), schema, 'run: npm run build');
});

test('schema, defaults, template and documentation have the same keys', () => {
  const documented = [...rowsUnder('key').keys()];
  assert.equal(Object.keys(schema.properties).sort(), [...REPO_KEYS].sort());
  assert.equal(documented.sort(), [...REPO_KEYS].sort());
  const written = [...TEMPLATE.matchAll(/^(?:# (?=model:))?(\w+):/gm)].map(([, key = '']) => key);
  assert.equal([...new Set(written)].sort(), [...REPO_KEYS].sort());
  const own = USER_KEYS.filter((key) => !REPO_KEYS.includes(key));
  assert.equal([...rowsUnder('key of your own file').keys()].sort(), own.sort());
  for (const key of USER_KEYS) assert.ok(key in DEFAULTS, key);
});

test('every default is the same in schema, template and documentation', () => {
  const template = parse(TEMPLATE) as Readonly<Record<string, unknown>>;
  const rows = rowsUnder('key');
  for (const key of REPO_KEYS) {
    const value = defaultOf(key);
    const [, told = ''] = rows.get(key) ?? [];
    if (value === null || key === 'budget') continue;
    assert.equal(schema.properties[key]?.default, value, key);
    assert.equal(template[key], value, key);
    const plain = Array.isArray(value) ? `[${value.join(', ')}]` : typeof value === 'object' ? '{}' : String(value);
    assert.is(told.replaceAll('`', ''), plain, key);
  }
  assert.equal(template['budget'], { context: DEFAULTS.budget.context });
});

test('every value that a key can have is documented', () => {
  for (const [key, property] of Object.entries(schema.properties)) {
    const [told = ''] = rowsUnder('key').get(key) ?? [];
    for (const value of property.enum ?? []) assert.ok(told.includes(`\`${value}\``), `${key}: ${value}`);
  }
});

test('the template is a valid configuration and says nothing but the defaults', () => {
  const { values, ignored } = parseConfig(TEMPLATE, 'template', 'repo');
  assert.equal(ignored, []);
  for (const [key, value] of Object.entries(values)) if (key !== 'budget') assert.equal(value, defaultOf(key), key);
});

test('the first line of the template leads an editor to the schema of the package', () => {
  const [, path = ''] = /^# yaml-language-server: \$schema=node_modules\/lgtm-hook\/(\S+)\n/.exec(TEMPLATE) ?? [];
  assert.is(path, 'specs/schema/config.schema.json');
  assert.ok(SCHEMA_FILE.pathname.endsWith(path));
});

test('an editor that follows the schema agrees with the parser', () => {
  const validate = new Ajv({ strict: false }).compile(schema);
  const accepted = (text: string): boolean => {
    try {
      parseConfig(text, 'f', 'repo');
      return true;
    } catch {
      return false;
    }
  };
  for (const text of [
    TEMPLATE,
    'mode: warn',
    'mode: maybe',
    'rules: { a/b: off }',
    'rules: { a/b: on }',
    'overrides: [{ paths: [a], rules: { a/b: warn } }]',
    'overrides: [{ paths: [], rules: {} }]',
    'overrides: [{ rules: {} }]',
    'deadline: 0',
    'budget: { calls: 3 }',
    'budget: { call: 3 }',
    'modle: x',
    'hooks: [pre-push]',
    'hooks: [post-commit]',
  ])
    assert.is(validate(parse(text)), accepted(text), text);
});

test.run();
