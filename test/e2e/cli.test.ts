import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMANDS } from '../../lib/commands/table.ts';
import { testEnvironment } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const run = (...args: string[]): Promise<Ran> => lgtm(args, { cwd: tmpdir(), env: testEnvironment(tmpdir()) });

test('prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  for (const flag of ['--version', '-v'])
    assert.equal([(await run(flag)).stdout, (await run(flag)).code], [`${version}\n`, 0]);
});

test('lists every command that is for people', async () => {
  const help = (await run('--help')).stdout;
  for (const [name, row] of Object.entries(COMMANDS))
    assert.is(new RegExp(`^  ${name} `, 'm').test(help), !row.internal, name);
  assert.is((await run()).stdout, help);
  assert.is((await run('help')).stdout, help);
});

test('has help on every command, with every one of its options', async () => {
  for (const [name, row] of Object.entries(COMMANDS)) {
    const ran = await run(name, '--help');
    assert.is(ran.code, 0, name);
    for (const option of Object.keys(row.options)) assert.ok(ran.stdout.includes(`--${option}`), `${name} --${option}`);
    assert.is((await run('help', name)).stdout, ran.stdout);
  }
});

test('every command can be loaded and exports run', async () => {
  for (const [name, row] of Object.entries(COMMANDS)) assert.type((await row.load()).run, 'function', name);
});

/** Options on an example's line that its command does not have. */
const strange = (line: string): string[] => {
  const [, command = '', rest = ''] = /\blgtm (\S+) ?([^|>")]*)/.exec(line) ?? [];
  const options = [...rest.matchAll(/--([\w-]+)/g)].map(([, option = '']) => option);
  const row = COMMANDS[command];
  return row ? options.filter((option) => !(option in row.options)) : [line];
};

test('has examples of every command, with options that it has', () => {
  for (const [name, row] of Object.entries(COMMANDS).filter(([, { internal }]) => !internal)) {
    assert.ok(row.examples.length > 0, name);
    const lines = row.examples.map(([line]) => line).filter((line) => !line.startsWith('git '));
    assert.equal(lines.flatMap(strange), [], name);
  }
});

test('is documented, command by command', () => {
  const text = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  const missing = Object.entries(COMMANDS).filter(([name, row]) => !row.internal && !text.includes(`\`lgtm ${name}\``));
  assert.equal(
    missing.map(([name]) => name),
    [],
  );
});

test('keeps lines of help within 100 columns', async () => {
  for (const name of Object.keys(COMMANDS)) {
    const long = (await run(name, '--help')).stdout.split('\n').filter((line) => line.length > 100);
    assert.equal(long, [], name);
  }
});

test.run();
