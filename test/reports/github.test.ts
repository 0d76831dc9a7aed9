import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { report } from '../../lib/reports/github.ts';
import type { Finding, Report } from '../../lib/types.ts';
import { badFinding } from './hostile.ts';
import { BLOCKED, CLEAN, finding, NOT_REVIEWED, view } from './samples.ts';

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const REGISTERED: ReadonlySet<string> = new Set([
  ...[
    'error',
    'warning',
    'notice',
    'debug',
    'group',
    'endgroup',
    'add-mask',
    'add-matcher',
    'remove-matcher',
    'add-path',
  ],
  ...['set-env', 'set-output', 'save-state', 'echo', 'stop-commands', 'internal-set-repo-path'],
]);

const back = (text: string, pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((sum, [code, char]) => sum.replaceAll(code, char), text);

const DATA = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
] as const;
const PROPERTY = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%3A', ':'],
  ['%2C', ','],
  ['%25', '%'],
] as const;

const propertiesOf = (list: string): Record<string, string> =>
  Object.fromEntries(
    list.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), back(pair.slice(at + 1), PROPERTY)]] : [];
    }),
  );

/** How the runner reads a line of output, by its sources (ActionCommand.cs): the `::` form at the start, `##[` anywhere. */
const parseLine = (line: string): Command | null => {
  const trimmed = line.trimStart();
  const end = trimmed.indexOf('::', 2);
  if (trimmed.startsWith('::') && end !== -1) {
    const [, name = '', list = ''] = /^(\S*) ?(.*)$/s.exec(trimmed.slice(2, end)) ?? [];
    if (REGISTERED.has(name.toLowerCase()))
      return { name, properties: propertiesOf(list), data: back(trimmed.slice(end + 2), DATA) };
  }
  const old = /##\[([^ \]]*)[^\]]*\](.*)/s.exec(line);
  return old && REGISTERED.has((old[1] ?? '').toLowerCase())
    ? { name: `old ${old[1]}`, properties: {}, data: old[2] ?? '' }
    : null;
};

/** A terminal and the runner end lines at CR as well as at LF. */
const commandsOf = (one: Report): Command[] =>
  report(one, view())
    .split(/\r\n|\n|\r/)
    .flatMap((line) => parseLine(line) ?? []);

const withFindings = (findings: readonly Finding[]): Report => ({ ...BLOCKED, findings });

test('the parser at hand reads both forms that the runner reads', () => {
  assert.equal(parseLine('  ::error file=a%2Cb.js,line=1::x%0Ay'), {
    name: 'error',
    properties: { file: 'a,b.js', line: '1' },
    data: 'x\ny',
  });
  assert.is(parseLine('text ##[error]x')?.name, 'old error');
  assert.is(parseLine('text ::error::x'), null);
  assert.is(parseLine('::unknown::x'), null);
});

test('ten thousand hostile findings make ten thousand commands, each of the right level', () => {
  const LEVEL = { block: 'error', warn: 'warning', info: 'notice' };
  let seen = 0;
  fc.assert(
    fc.property(fc.array(badFinding, { minLength: 20, maxLength: 20 }), (findings) => {
      const commands = commandsOf(withFindings(findings));
      seen += commands.length;
      assert.equal(commands.map(({ name }) => name).sort(), findings.map(({ severity }) => LEVEL[severity]).sort());
      for (const { properties } of commands)
        assert.equal(
          Object.keys(properties).filter((key) => !/^(?:file|line|endLine|title)$/.test(key)),
          [],
        );
    }),
    { seed: 42, numRuns: 500 },
  );
  assert.is(seen, 10_000);
});

test('path, line, title and message arrive as they were', () => {
  const odd = finding({
    path: 'a,b:c%0A=d.js',
    line: 3,
    endLine: 4,
    title: '100% sure: yes, no',
    message: 'one\ntwo %0A',
    fix: 'a::b',
  });
  const [command] = commandsOf(withFindings([odd]));
  assert.equal(command?.properties, {
    file: 'a,b:c%0A=d.js',
    line: '3',
    endLine: '4',
    title: 'sec/dynamic-eval: 100% sure: yes, no',
  });
  assert.is(command?.data, 'one\ntwo %0A\nFix: a::b');
});

test('a finding about a whole file names no line', () => {
  const [command] = commandsOf(withFindings([finding({ line: 0, endLine: 0 })]));
  assert.equal(Object.keys(command?.properties ?? {}), ['file', 'title']);
});

test('a review that was not made is an annotation, for none would look like a pass', () => {
  assert.equal(commandsOf(NOT_REVIEWED), [
    {
      name: 'error',
      properties: { title: 'lgtm' },
      data: 'lgtm: NOT REVIEWED: no model server answers at 127.0.0.1:11434',
    },
  ]);
  assert.is(commandsOf({ ...NOT_REVIEWED, exitCode: 0 })[0]?.name, 'warning');
  assert.equal(commandsOf(CLEAN), []);
});

test('notes and verdict stand in the log as plain lines', () => {
  const lines = report({ ...BLOCKED, findings: [finding()], notes: ['::error::a note'] }, view())
    .trimEnd()
    .split('\n');
  assert.equal(lines.slice(1), ['lgtm: note: ::error::a note', 'lgtm: blocked: 1 finding blocks']);
});

test.run();
