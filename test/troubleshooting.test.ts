import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** docs/troubleshooting.md has a row for every error that a person can meet, as far as the source tells. */

const ROOT = join(import.meta.dirname, '..');
const DOC = readFileSync(join(ROOT, 'docs', 'troubleshooting.md'), 'utf8');
const LIB = join(ROOT, 'lib');

const sources = readdirSync(LIB, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(LIB, file), 'utf8') }));

const errors = ['errors.ts', 'models/errors.ts'].map(
  (file) => sources.find((source) => source.file === file)?.text ?? '',
);

/** Stands for a part of a message that is not known before it is shown. */
const SOME = '\u0001';

const INNERMOST = /\$\{[^{}]*\}/g;

/** A message as the source has it, its variable parts replaced from the inside out. */
const messageOf = (literal: string): string => {
  let text = literal.slice(1, -1).replaceAll("\\'", "'");
  while (INNERMOST.test(text)) text = text.replace(INNERMOST, SOME);
  return text;
};

const CREATION = /new (\w+)\(\s*(`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`|'(?:\\.|[^'\\])*')/g;

interface Message {
  readonly kind: string;
  readonly text: string;
  readonly file: string;
}

/** Faults of models have kinds instead, and those of specs name file and line. */
const BY_MESSAGE = ['UsageError', 'ConfigError', 'GitError', 'UnreadError', 'LgtmError'];

const messages: readonly Message[] = sources.flatMap(({ file, text }) =>
  [...text.matchAll(CREATION)].map(([, kind = '', literal = '']) => ({ kind, file, text: messageOf(literal) })),
);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The messages in the tables, as expressions; `…` and words in capitals stand for anything. */
const rows: readonly RegExp[] = DOC.split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, shown = '']) => shown))
  .map((shown) => new RegExp(`^${escaped(shown).replace(/…|[A-Z]{4,}/g, '[\\s\\S]*')}$`));

test('every message of a command line, configuration or git has a row', () => {
  const missing = messages
    .filter(({ kind, text }) => BY_MESSAGE.includes(kind) && text.replaceAll(SOME, '').length >= 8)
    .filter(({ text }) => !rows.some((row) => row.test(text)))
    .map(({ kind, text, file }) => `${kind} in lib/${file}: ${text.replaceAll(SOME, '…')}`);
  assert.equal(missing, [], `docs/troubleshooting.md lacks rows for these:\n${missing.join('\n')}`);
});

test('enough messages are found for that to mean something', () => {
  assert.ok(messages.filter(({ kind }) => BY_MESSAGE.includes(kind)).length > 60, String(messages.length));
  assert.ok(messages.some(({ text }) => text === `unknown command "${SOME}"`));
  assert.ok(messages.some(({ text }) => text === `git ${SOME} failed: ${SOME}`));
});

test('every class of error, and every kind of fault of a model, is there', () => {
  const classes = errors.flatMap((text) => [...text.matchAll(/^export class (\w+)/gm)].map(([, name = '']) => name));
  const kinds = /export type FaultKind =([^;]+);/.exec(errors[1] ?? '')?.[1] ?? '';
  const names = [...kinds.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => `| \`${name}\` |`);
  assert.ok(classes.length >= 8 && names.length >= 10);
  assert.equal(
    [...classes, ...names].filter((name) => !DOC.includes(name)),
    [],
  );
});

test('every command that it advises exists', async () => {
  const { COMMANDS } = await import('../lib/commands/table.ts');
  const advised = [...DOC.matchAll(/`lgtm (\w+)/g)].map(([, name = '']) => name).filter((name) => name !== 'COMMAND');
  assert.equal(
    [...new Set(advised)].filter((name) => !(name in COMMANDS)),
    [],
  );
});

test.run();
