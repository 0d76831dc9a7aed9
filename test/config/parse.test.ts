import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ConfigKind, parseConfig } from '../../lib/config/parse.ts';
import { ConfigError } from '../../lib/errors.ts';

const failure = (text: string, kind: ConfigKind = 'repo'): string => {
  try {
    parseConfig(text, 'f.yaml', kind);
  } catch (error) {
    assert.instance(error, ConfigError);
    return (error as Error).message;
  }
  throw new Error(`nothing was thrown for ${text}`);
};

test('reads a configuration', () => {
  const { values, ignored } = parseConfig('mode: warn\nrules:\n  a/b: off\nbudget: { calls: 3 }\n', 'f.yaml', 'repo');
  assert.equal(values, { mode: 'warn', rules: { 'a/b': 'off' }, budget: { calls: 3 } });
  assert.equal(ignored, []);
  assert.equal(parseConfig('# nothing\n', 'f.yaml', 'repo').values, {});
});

test('names line, column and the nearest key of an unknown one', () => {
  assert.is(failure('mode: warn\nmodell: x\n'), 'f.yaml:2:1: unknown key "modell"; did you mean "model"?');
  assert.is(failure('budget:\n  cals: 3\n'), 'f.yaml:2:3: unknown key "budget.cals"; did you mean "calls"?');
  assert.is(failure('zzzzzzz: 1\n'), 'f.yaml:1:1: unknown key "zzzzzzz"');
});

test('names line and column of broken YAML and of a wrong value', () => {
  assert.match(failure('mode: [warn\n'), /^f\.yaml:\d+:\d+: /);
  assert.is(failure('mode: maybe\n'), 'f.yaml:1:1: "mode" must be one of block, warn, off');
  assert.match(failure('deadline: soon\n'), /^f\.yaml:1:1: "deadline": /);
  assert.match(failure('- a\n- b\n'), /not a list of keys and values/);
  assert.match(failure('mode: warn\nmode: off\n'), /^f\.yaml:2:1: /);
});

test('names the place of a fault inside a list', () => {
  const text = 'overrides:\n  - paths: [a]\n    rules:\n      a/b: never\n';
  assert.is(failure(text), 'f.yaml:4:7: "overrides.0.rules.a/b" must be one of block, warn, info, off');
  assert.is(
    failure('overrides:\n  - path: [a]\n    rules: {}\n'),
    'f.yaml:2:5: unknown key "overrides.0.path"; did you mean "paths"?',
  );
  assert.match(failure('overrides:\n  - rules: {}\n'), /^f\.yaml:2:5: "overrides\.0" lacks "paths"$/);
  assert.match(failure('overrides:\n  - paths: []\n    rules: {}\n'), /^f\.yaml:2:5: "overrides\.0\.paths": /);
});

test('accepts in the configuration of a folder what refines, and nothing else', () => {
  const text = 'rules: { a/b: off }\ndomains: [web]\ninclude: [src/**]\nexclude: [gen/**]\n';
  assert.equal(parseConfig(text, 'f.yaml', 'package').values, {
    rules: { 'a/b': 'off' },
    domains: ['web'],
    include: ['src/**'],
    exclude: ['gen/**'],
  });
  assert.is(
    failure('rules: {}\nmode: off\n', 'package'),
    'f.yaml:2:1: "mode" counts only in the configuration at the top level; here may stand rules, domains, include, exclude',
  );
  assert.is(failure('host: x\n', 'package'), 'f.yaml:1:1: "host" may only come from your own configuration');
  assert.is(failure('rulse: {}\n', 'package'), 'f.yaml:1:1: unknown key "rulse"; did you mean "rules"?');
});

test('ignores and names what only a user may set, and takes it from the user', () => {
  const text = 'host: http://203.0.113.9:11434\nheaders: { a: b }\nmode: block\n';
  assert.equal(parseConfig(text, 'f.yaml', 'repo'), { values: { mode: 'block' }, ignored: ['host', 'headers'] });
  assert.is(parseConfig('host: 127.0.0.1:9', 'f.yaml', 'user').values.host, '127.0.0.1:9');
});

test('refuses aliases, deep nesting, size and prototype keys', () => {
  assert.match(failure('a: &x [1]\nrules: *x\n'), /aliases are not accepted|unknown key/);
  assert.match(failure('['.repeat(5000)), /nested too deeply/);
  assert.match(failure(Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')), /nested too deeply/);
  assert.match(failure(`mode: warn #${'x'.repeat(70_000)}`), /larger than 64 KiB/);
  assert.match(failure('__proto__: { mode: off }\n'), /unknown key "__proto__"/);
  assert.match(failure('a\n'.repeat(3000)), /more than 2000 lines/);
});

test.run();
