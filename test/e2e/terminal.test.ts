import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { columns } from '../../lib/reports/width.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { BIN, lgtm, run } from '../support/run.ts';

const terminal = suite<{ repo: TestRepo }>('a terminal');

/** Written in two parts, so that this file plants nothing itself. */
const EVAL = ['ev', 'al(req.query.expression)'].join('');
const LONG = 'const total = first.amount + second.amount + third.amount + fourth.amount;';

terminal.before((context) => {
  context.repo = makeRepo();
  context.repo.stage({ 'src/handlers/orders.js': `export const f = (req) => {\n  ${LONG}\n  return ${EVAL};\n};\n` });
});
terminal.after(({ repo }) => repo.remove());

const ESCAPE = String.fromCharCode(27);
/** A colour, a weight, or the end of one. */
const PAINT = new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g');
/** The line of progress, wiped before anything else is written. */
const WIPED = new RegExp(`[^\\n]*\\r${ESCAPE}\\[2K`, 'g');

/** What a terminal of a width shows; NO_COLOR of the test environment is unset unless it is given. */
const shown = async (repo: TestRepo, width: number, more: NodeJS.ProcessEnv = {}): Promise<string> => {
  const { NO_COLOR: _, ...env } = repo.env;
  const command = `stty cols ${width} rows 50; '${process.execPath}' '${BIN}' check --no-model`;
  const options = { cwd: repo.root, env: { ...env, TERM: 'xterm-256color', ...more } };
  return (await run('script', ['-qec', command, '/dev/null'], options)).stdout.replaceAll('\r\n', '\n');
};
const piped = async (repo: TestRepo, more: NodeJS.ProcessEnv): Promise<string> => {
  const { NO_COLOR: _, ...env } = repo.env;
  return (await lgtm(['check', '--no-model'], { cwd: repo.root, env: { ...env, ...more } })).stdout;
};
const isPainted = (text: string): boolean => text.search(PAINT) !== -1;

for (const width of [40, 80, 200])
  terminal(`of ${width} columns is kept to, and the text reads the same as without colours`, async ({ repo }) => {
    const text = (await shown(repo, width)).replace(WIPED, '');
    assert.ok(isPainted(text));
    const plain = text.replace(PAINT, '').trimEnd().split('\n');
    for (const line of plain) assert.ok(columns(line) <= width, `${columns(line)}: ${line}`);
    assert.is(plain.at(-1), 'lgtm: blocked: 1 finding blocks');
    const uncoloured = (await shown(repo, width, { NO_COLOR: '1' })).replace(WIPED, '');
    assert.equal(uncoloured.trimEnd().split('\n'), plain);
  });

terminal('that can do nothing gets no escape at all', async ({ repo }) => {
  const text = await shown(repo, 80, { TERM: 'dumb' });
  assert.not.match(text, new RegExp(`${ESCAPE}|\\r`));
  assert.match(text, /lgtm: blocked/);
});

terminal('colours follow NO_COLOR, then FORCE_COLOR, then what the stream is', async ({ repo }) => {
  for (const [env, painted] of [
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', TERM: 'dumb' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [{ NO_COLOR: '', FORCE_COLOR: '1' }, true],
    [{ CI: 'true' }, false],
    [{ CI: 'true', FORCE_COLOR: '1' }, true],
  ] as const)
    assert.is(isPainted(await piped(repo, env)), painted, JSON.stringify(env));
  assert.is(isPainted(await shown(repo, 80, { FORCE_COLOR: '0' })), false);
});

terminal('the sessions in the documentation are as wide as their headings say', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/terminal.md'), 'utf8');
  const sections = [...text.matchAll(/^## (\d+) columns\n([\s\S]*?)(?=^## )/gm)];
  assert.is(sections.length, 2);
  for (const [, width, section = ''] of sections)
    for (const [, block = ''] of section.matchAll(/^```\n([\s\S]*?)^```/gm))
      for (const line of block.split('\n')) assert.ok(columns(line) <= Number(width), line);
});

terminal.run();
