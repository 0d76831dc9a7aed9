import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Outcome, Report } from '../../lib/types.ts';
import { startOllama } from '../support/ollama.ts';
import { FAULTS, type FaultCase } from '../support/ollama-fault-table.ts';
import { CODER } from '../support/ollama-models.ts';
import type { FakeOptions } from '../support/ollama-types.ts';
import { finding, freshFolders, paymentsRepo } from '../support/payments.ts';
import type { TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';
import { lgtmHere } from '../support/run-here.ts';

const faults = suite<{ repo: TestRepo }>('the real binary under every fault');

faults.before((context) => {
  context.repo = paymentsRepo();
});
faults.after(({ repo }) => repo.remove());

/** The three families of releases: silent cuts, the built-in engine, llama-server. */
const FAMILIES = ['0.11.0', '0.24.0', '0.33.0'] as const;

/**
 * Answers of a model that are no answer (five hundred items are cut off at the limit); all others are read, and what cannot
 * be proved in them is dropped.
 */
const UNREADABLE = new Set([
  ...[
    'five hundred items',
    'single quotes and trailing commas',
    'empty',
    'blank',
    'unclosed think block',
    'double opening brace',
  ],
  ...['wrong types', 'empty object', 'repetition', 'free prose'],
]);
const UNPROVED = new Set([
  ...['unknown values', 'invented quotes', 'path traversal', 'terminal escapes', 'injection echo', 'another language'],
]);

const outcomeOf = (row: FaultCase): Outcome => {
  if (row.kind !== null || UNREADABLE.has(row.name)) return 'not-reviewed';
  return UNPROVED.has(row.name) ? 'clean' : 'warned';
};

const configOf = ({ clock, settings }: FaultCase): string =>
  [
    clock === 'load' ? 'loadTimeout: 1' : '',
    settings?.host ? `host: ${settings.host}` : '',
    settings?.allowRemote ? `allowRemote: [${settings.allowRemote.join(', ')}]` : '',
  ].join('\n');

/** Seconds for the questions: short where running out of them is the point. */
const deadlineOf = ({ clock }: FaultCase): string => (clock === 'deadline' || clock === 'idle' ? '1' : '60');

type Runs = typeof lgtm;

const tryCase = async (repo: TestRepo, row: FaultCase, version: string, runs: Runs): Promise<string[]> => {
  const options: FakeOptions = { version, ...row.options((asked) => finding(asked)) };
  const server = await startOllama(options);
  const env = {
    ...repo.env,
    ...freshFolders(repo, configOf(row)),
    OLLAMA_HOST: server.host,
    LGTM_MODEL: row.settings?.name ?? CODER.name,
  };
  const args = ['check', '--format', 'json', '--deadline', deadlineOf(row)];
  const ran = await runs(args, { cwd: repo.root, env });
  // No connection may be left: `idle` resolves once there is none, and the test would hang otherwise.
  await server.idle();
  const found = faultsIn(ran, row).concat(server.faults());
  await server.close();
  return found.map((text) => `${row.name}, ${version}: ${text}`);
};

const isControl = (char: string): boolean => {
  const code = char.codePointAt(0) ?? 0;
  return (code < 0x20 && char !== '\n') || (code >= 0x7f && code < 0xa0) || code === 0x202e;
};

const reportOf = (ran: Ran): Report | null => {
  try {
    return JSON.parse(ran.stdout) as Report;
  } catch {
    return null;
  }
};

/** What must hold of every report, as conditions and what it means where one does not. */
const conditionsOf = (ran: Ran, report: Report, row: FaultCase): readonly [boolean, string][] => {
  const { outcome, exitCode, findings, dropped, notes, notReviewed } = report;
  const wanted = outcomeOf(row);
  const failed = wanted === 'not-reviewed';
  return [
    [outcome === wanted, `${outcome} instead of ${wanted}: ${JSON.stringify(notes)}`],
    [ran.code === exitCode && exitCode === (failed ? 3 : 0), `exit code ${ran.code}`],
    [wanted !== 'warned' || findings.length === 1, `${findings.length} findings`],
    [wanted !== 'clean' || dropped.length > 0, 'clean although nothing was dropped'],
    [!failed || (notReviewed.length > 0 && notes.length > 0), 'nothing says why'],
    [!failed || UNREADABLE.has(row.name) || /\(.+\)$/.test(notes[0] ?? ''), `no hint: ${notes[0]}`],
    [![...ran.stdout, ...ran.stderr].some(isControl), 'control characters come out'],
  ];
};

const faultsIn = (ran: Ran, row: FaultCase): string[] => {
  const report = reportOf(ran);
  if (!report) return [`no report: ${ran.stdout}${ran.stderr}`];
  return conditionsOf(ran, report, row).flatMap(([holds, text]) => (holds ? [] : [text]));
};

/** Runs jobs a few at a time, in order. */
const pooled = async <T>(jobs: readonly (() => Promise<T>)[], width: number): Promise<T[]> => {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < jobs.length; i = next++) results[i] = (await jobs[i]?.()) as T;
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
};

/** The first case of a group in all three families, by the real binary. */
const firstOf = (rows: readonly FaultCase[]): [FaultCase, string][] =>
  rows.slice(0, 1).flatMap((row) => FAMILIES.map((version): [FaultCase, string] => [row, version]));

/** Every other case once, the families taking turns, within this process. */
const othersOf = (rows: readonly FaultCase[]): [FaultCase, string][] =>
  rows.slice(1).map((row, i) => [row, FAMILIES[(i + 1) % FAMILIES.length] ?? '0.33.0']);

for (const group of [...new Set(FAULTS.map((row) => row.group))]) {
  const rows = FAULTS.filter((row) => row.group === group);
  faults(
    `group ${group}: each of ${rows.length} faults ends in the right outcome, and no connection is left`,
    async ({ repo }) => {
      const jobs = firstOf(rows).map(
        ([row, version]) =>
          () =>
            tryCase(repo, row, version, lgtm),
      );
      const found = (await pooled(jobs, 3)).flat();
      for (const [row, version] of othersOf(rows)) found.push(...(await tryCase(repo, row, version, lgtmHere)));
      assert.equal(found, []);
    },
  );
}

faults.run();
