import { spawnSync } from 'node:child_process';
import { readManifest } from '../../lib/git/manifest.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { SILENT } from '../../lib/progress.ts';
import { closeSession, openSession } from '../../lib/session.ts';
import { languageOf } from '../../lib/text/language.ts';
import type { Finding, Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../../test/support/repo.ts';
import { BIN } from '../../test/support/run.ts';
import { type Tree, treeOf } from './archive.ts';
import { evenly, type Slice } from './cut.ts';
import { changesBetween, importStates, type State, stageBetween, stateAfter } from './history.ts';
import type { History } from './packages.ts';

/** What was said of one staged change. */
export interface Reviewed {
  /** Package and version that the change leads to. */
  readonly name: string;
  readonly files: number;
  readonly added: number;
  readonly deleted: number;
  /** Added lines by language. */
  readonly languages: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** Rules that the model would be asked about, one entry a question. */
  readonly questions: readonly string[];
}

/** Changes of one step from version to version that are reviewed, so that no package outweighs the others. */
const PER_STEP = 8;

/** What the installed hook would print, through the real binary. */
const byBinary = async (repo: TestRepo): Promise<Report> => {
  const args = [BIN, 'check', '--no-model', '--format', 'json'];
  const ran = spawnSync(process.execPath, args, { cwd: repo.root, env: repo.env, maxBuffer: 1e9 });
  if (ran.stdout.length === 0) throw new Error(`no report: ${ran.stderr}`);
  return JSON.parse(ran.stdout.toString());
};

/** The same pass in this process: a program that starts a thousand times over is most of what a replay costs. */
const inProcess = async ({ root, env }: TestRepo): Promise<Report> => {
  const repo = await openRepo(root, env);
  const records = await readManifest(repo);
  const quiet = { message: null, useModel: false, overrides: {}, progress: SILENT };
  return closeSession(await openSession({ repo, records, env, ...quiet, signal: new AbortController().signal }));
};

const sums = (repo: TestRepo): Pick<Reviewed, 'files' | 'added' | 'deleted' | 'languages'> => {
  const rows = repo.git('diff', '--cached', '--numstat', '--no-ext-diff').split('\n').filter(Boolean);
  const parts = rows.map((row) => row.split('\t'));
  const sum = (at: number): number => parts.reduce((total, row) => total + (Number(row[at]) || 0), 0);
  const languages: Record<string, number> = {};
  for (const [added, , path = ''] of parts) {
    const name = languageOf(path) ?? 'other';
    languages[name] = (languages[name] ?? 0) + (Number(added) || 0);
  }
  return { files: rows.length, added: sum(0), deleted: sum(1), languages };
};

type Review = (repo: TestRepo) => Promise<Report>;

const reviewBetween = async (repo: TestRepo, name: string, ids: readonly [string, string], review: Review) => {
  stageBetween(repo, ...ids);
  const { findings, notReviewed } = await review(repo);
  const questions = notReviewed.flatMap(({ rule, reason }) =>
    rule && (reason === 'needs a model' || reason === 'over budget') ? [rule] : [],
  );
  return { name, ...sums(repo), findings, questions } satisfies Reviewed;
};

/** A few changes of a step, each with the state before it: what lies between two of them goes into one commit. */
const chosenStates = (old: Tree, slices: readonly Slice[]): { states: State[]; bases: number[] } => {
  const states: State[] = [old];
  const bases: number[] = [];
  let done = 0;
  const indices = evenly(
    slices.map((_, i) => i),
    PER_STEP,
  );
  for (const i of indices) {
    if (i > done) states.push(stateAfter(slices.slice(done, i)));
    bases.push(states.length - 1);
    states.push(stateAfter(slices.slice(i, i + 1)));
    done = i + 1;
  }
  return { states, bases };
};

async function* reviewStep(repo: TestRepo, name: string, old: Tree, next: Tree): AsyncGenerator<Reviewed> {
  const { states, bases } = chosenStates(old, changesBetween(repo, old, next));
  const ids = importStates(repo, states);
  for (const at of bases) yield await reviewBetween(repo, name, [ids[at] ?? '', ids[at + 1] ?? ''], inProcess);
}

/** Reviews changes of a package's history, each on top of what came before it. */
export async function* replay(cache: string, { name, versions, only }: History): AsyncGenerator<Reviewed> {
  const repo = makeRepo();
  try {
    let old: Tree | null = null;
    for (const version of versions) {
      const next = treeOf(cache, name, version, { only, written: true });
      if (old) yield* reviewStep(repo, `${name}@${version}`, old, next);
      old = next;
    }
  } finally {
    repo.remove();
  }
}

/** Reviews a whole step from one published version to the next as a single change, with all that the package holds. */
export const replayWhole = async (
  cache: string,
  name: string,
  versions: readonly [string, string],
): Promise<Reviewed> => {
  const repo = makeRepo();
  try {
    const [old, next] = versions.map((version) => treeOf(cache, name, version, { written: false }));
    const gone = [...(old?.keys() ?? [])].filter((path) => !next?.has(path)).map((path) => [path, null] as const);
    const [base = '', end = ''] = importStates(repo, [old ?? [], [...gone, ...(next ?? [])]]);
    return await reviewBetween(repo, `${name} ${versions.join(' → ')}`, [base, end], byBinary);
  } finally {
    repo.remove();
  }
};
