import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DEFAULTS, overlay } from '../../lib/config/config.ts';
import { tighten } from '../../lib/config/tighten.ts';

test('lays values over the defaults, rules and budget key by key, overrides one after the other', () => {
  const first = overlay(DEFAULTS, {
    rules: { 'a/b': 'off' },
    budget: { calls: 3 },
    overrides: [{ paths: ['a/**'], rules: { 'a/b': 'warn' } }],
  });
  const config = overlay(first, {
    rules: { 'c/d': 'warn' },
    mode: 'warn',
    keepAlive: 5,
    overrides: [{ paths: ['b/**'], rules: {} }],
  });
  assert.equal(config.rules, { 'a/b': 'off', 'c/d': 'warn' });
  assert.equal(config.budget, { calls: 3, context: 8192, output: null });
  assert.is(config.mode, 'warn');
  assert.is(config.failOn, 'block');
  assert.is(config.keepAlive, '5');
  assert.equal(
    config.overrides.map(({ paths }) => paths[0]),
    ['a/**', 'b/**'],
  );
});

test('takes from the staged configuration what tightens', () => {
  assert.equal(tighten({ mode: 'warn' }, { mode: 'block' }), { values: { mode: 'block' }, later: [] });
  assert.equal(tighten({ rules: { 'a/b': 'off' } }, { rules: { 'a/b': 'warn' } }).values.rules, { 'a/b': 'warn' });
  assert.equal(tighten({ rules: { 'a/b': 'off' } }, {}).values.rules, {});
  assert.is(tighten({}, { failOn: 'warn' }).values.failOn, 'warn');
  assert.is(tighten({}, { waivers: 'head' }).values.waivers, 'head');
  assert.equal(tighten({ domains: ['git'] }, { domains: ['git', 'web'] }), {
    values: { domains: ['git', 'web'] },
    later: [],
  });
});

test('keeps what HEAD says where the staged configuration loosens, and names it', () => {
  const { values, later } = tighten(
    { mode: 'block', rules: { 'a/b': 'block' }, domains: ['web'] },
    { mode: 'off', rules: { 'a/b': 'off', 'c/d': 'off' }, exclude: ['**'], domains: [] },
  );
  assert.is(values.mode, 'block');
  assert.equal(values.rules, { 'a/b': 'block' });
  assert.equal(values.domains, ['web']);
  assert.equal([...later].sort(), ['domains', 'exclude', 'mode', 'rules.a/b', 'rules.c/d']);
});

test('keeps what neither tightens nor loosens for certain, and names it', () => {
  const staged = { deadline: 5, budget: { calls: 1 }, verification: 'off', model: 'x', hooks: ['commit-msg'] } as const;
  const { values, later } = tighten({}, { ...staged, hooks: [...staged.hooks] });
  assert.equal(values, {});
  assert.equal([...later].sort(), ['budget', 'deadline', 'hooks', 'model', 'verification']);
});

test('calls an unset value by its default', () => {
  assert.equal(tighten({}, { mode: 'block', deadline: 60, policies: ['.lgtm/policies/**/*.md'] }).later, []);
  assert.equal(tighten({ mode: 'block' }, {}).later, []);
  assert.equal(tighten({ failOn: 'warn' }, {}).later, ['failOn']);
});

test.run();
