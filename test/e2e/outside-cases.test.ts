import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BIN, run } from '../support/run.ts';

/** Situations that somebody else keeps beside this project. Its own tests cover every kind without them. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared');
const RUNNER = join(FOLDER, 'cases', 'run.mjs');

interface Outcome {
  readonly id: string;
  readonly state: 'ok' | 'fail' | 'skip';
  readonly errors?: readonly string[];
}

const cases = suite('situations kept outside');

cases('are read exactly, where there are any', async () => {
  if (!existsSync(RUNNER)) return;
  const folder = mkdtempSync(join(tmpdir(), 'lgtm-cases-'));
  const report = join(folder, 'report.json');
  const args = [RUNNER, '--json', report, '--', process.execPath, BIN];
  await run(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'] }, patience: 540_000 });
  const outcomes = JSON.parse(readFileSync(report, 'utf8')) as readonly Outcome[];
  rmSync(folder, { recursive: true });
  assert.ok(outcomes.length > 50, `${outcomes.length} situations`);
  // The runner also calls failed what gives no error; that is no statement about what was read.
  const wrong = outcomes.filter(({ state, errors = [] }) => state === 'fail' && errors.some((error) => error !== ''));
  assert.equal(wrong, []);
});

cases.run();
