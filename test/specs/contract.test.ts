import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readRole } from '../../lib/specs/agents.ts';
import { readMode } from '../../lib/specs/mode.ts';

const SPECS = new URL('../../specs/', import.meta.url);
const CONTRACT = readFileSync(new URL('integrate/README.md', SPECS), 'utf8');
const mode = readMode('commit');

const missing = (names: readonly string[]): string[] => names.filter((name) => !CONTRACT.includes(name));

test('the contract describes every step, gate, loop and budget that a mode has', () => {
  assert.equal(missing(mode.steps), []);
  assert.equal(missing(Object.keys(mode.gates).map((name) => `\`${name}\``)), []);
  assert.equal(missing([...Object.keys(mode.loops), ...Object.keys(mode.budgets)].map((name) => `\`${name}\``)), []);
});

test('the contract describes every placeholder that the roles of a commit use', () => {
  const roles = readdirSync(new URL('agents/roles/', SPECS)).map((name) => name.replace(/\.md$/, ''));
  const used = [...roles.filter((name) => name in mode.roles), 'drafter']
    .map(readRole)
    .flatMap(({ system, user }) => [...system, ...user])
    .flatMap(({ body }) => [...body.matchAll(/\{\{\w+\}\}/g)].map(([slot]) => `\`${slot}\``));
  assert.ok(used.length > 8);
  assert.equal(missing([...new Set(used)]), []);
});

test('the contract says of every gate what the mode gives it', () => {
  for (const [gate, outcome] of Object.entries(mode.gates)) {
    const row = CONTRACT.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${gate}\``));
    assert.match(row ?? '', `\`${outcome}\``, gate);
  }
});

test('the contract names the tiers that the mode grants', () => {
  const tiers = (role: string): readonly number[] => mode.roles[role]?.tiers ?? [];
  for (const role of ['reviewer', 'verifier', 'arbiter']) assert.equal(tiers(role), [2], role);
  const row = (tier: number): string => CONTRACT.split('\n').find((line) => line.startsWith(`| ${tier},`)) ?? '';
  for (const [role, { tiers: granted }] of Object.entries(mode.roles))
    for (const tier of granted) assert.match(row(tier).toLowerCase(), role, `${role}, tier ${tier}`);
});

test.run();
