/**
 * Tokens that the model stage sends for real changes, counted by a server on loopback, against one prompt that holds the
 * whole staged files and every rule that needs a model.
 *
 *   npm run bench -- --model
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { trimmed } from '../../lib/pass/hydrate.ts';
import { builtInBodies, builtInRules } from '../../lib/specs/library.ts';
import type { ModelUse, Report } from '../../lib/types.ts';
import { startOllama } from '../../test/support/ollama.ts';
import { CODER } from '../../test/support/ollama-models.ts';
import { freshFolders } from '../../test/support/payments.ts';
import type { TestRepo } from '../../test/support/repo.ts';
import { lgtm } from '../../test/support/run.ts';
import { RELEASES, stageRelease } from './model-changes.ts';
import { POLICIES } from './model-policies.ts';

/** The bars: tokens against the whole files, against the first run after one of five files changed, and of a run again. */
const BARS = { whole: 1 / 5, oneOfFive: 1 / 3, again: 0 } as const;

/** A release that reports what its prefix cache saved. */
const VERSION = '0.34.0';

const tokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / CODER.bytesPerToken);

/** Every rule there is, each in the form that a Reviewer gets. */
const allRules = (): string => {
  const bodies = builtInBodies();
  const text = builtInRules().map((rule) => {
    const body = bodies.get(rule.id);
    return body ? trimmed(rule, body, null) : '';
  });
  return text.join('\n\n');
};

const stagedText = (repo: TestRepo): string =>
  repo
    .git('diff', '--cached', '--name-only', '--diff-filter=d', '-z')
    .split('\0')
    .filter(Boolean)
    .map((path) => repo.git('show', `:${path}`))
    .join('\n');

const use = (report: Report): Pick<ModelUse, 'calls' | 'promptTokens' | 'cachedTokens'> =>
  report.model ?? { calls: 0, promptTokens: 0, cachedTokens: 0 };

const review = async (repo: TestRepo, folders: NodeJS.ProcessEnv) => {
  const server = await startOllama({ version: VERSION });
  try {
    const env = { ...repo.env, ...folders, OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const ran = await lgtm(['check', '--format', 'json'], { cwd: repo.root, env });
    return use(JSON.parse(ran.stdout) as Report);
  } finally {
    await server.close();
  }
};

type Policies = Readonly<Record<string, string>>;

interface Measured {
  readonly name: string;
  readonly files: number;
  readonly calls: number;
  readonly sent: number;
  readonly cached: number;
  readonly whole: number;
  readonly again: number;
}

const measure = async (release: (typeof RELEASES)[number], policies: Policies): Promise<Measured> => {
  const repo = stageRelease(release, policies);
  const folders = freshFolders(repo);
  const first = await review(repo, folders);
  const again = await review(repo, folders);
  const files = repo.git('diff', '--cached', '--name-only').split('\n').filter(Boolean).length;
  const whole = tokens(allRules()) + tokens(Object.values(policies).join('\n')) + tokens(stagedText(repo));
  repo.remove();
  return {
    name: `${release[0]} ${release[2]}`,
    ...{ files, whole },
    calls: first.calls,
    sent: first.promptTokens,
    cached: first.cachedTokens,
    again: again.promptTokens,
  };
};

/** Five files are staged, one of them changes, and the rest is answered from disk. */
const measureOneOfFive = async (): Promise<{ first: number; second: number }> => {
  const release = RELEASES.find(([name]) => name === 'undici') ?? RELEASES[0];
  if (!release) return { first: 0, second: 0 };
  const repo = stageRelease(release, {});
  const extra = (i: number): string =>
    `export const send${i} = (order) => retry(() => api.post('/orders/${i}', order));\nexport const late${i} = (o) => o.due < Date.now();\n`;
  repo.git('reset', '-q', '--hard', 'HEAD');
  repo.stage(Object.fromEntries([1, 2, 3, 4, 5].map((i) => [`src/order${i}.js`, extra(i)])));
  const folders = freshFolders(repo);
  const first = await review(repo, folders);
  appendFileSync(join(repo.root, 'src/order3.js'), 'export const limit = 3;\n');
  repo.git('add', '-A');
  const second = await review(repo, folders);
  repo.remove();
  return { first: first.promptTokens, second: second.promptTokens };
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const percent = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((100 * part) / whole)} %`;

const COLUMNS = [20, 6, 6, 8, 8, 8, 8] as const;

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, i) => (i === 0 ? String(cell).padEnd(COLUMNS[0]) : String(cell).padStart(COLUMNS[i] ?? 8))).join('');

const bar = (what: string, value: number, most: number): boolean => {
  const holds = value <= most;
  say(`${holds ? 'ok  ' : 'FAIL'} ${what}: ${value.toFixed(3)}, at most ${most.toFixed(3)}`);
  return holds;
};

/** Measures every change and prints a line for each. */
const measureAll = async (title: string, policies: Policies): Promise<Measured> => {
  say(title);
  say(row(['change', 'files', 'calls', 'sent', 'cached', 'whole', 'again']));
  const all: Measured[] = [];
  const show = (one: Measured): void =>
    say(row([one.name, one.files, one.calls, one.sent, percent(one.cached, one.sent), one.whole, one.again]));
  for (const release of RELEASES) {
    const one = await measure(release, policies);
    all.push(one);
    show(one);
  }
  // A change about which there is nothing to ask is left out: it costs nothing and would flatter the sum.
  const asked = all.filter(({ calls }) => calls > 0);
  const sum = (pick: (one: Measured) => number): number => asked.reduce((total, one) => total + pick(one), 0);
  const total: Measured = {
    name: 'with questions',
    ...{ files: sum((one) => one.files), calls: sum((one) => one.calls), sent: sum((one) => one.sent) },
    ...{ cached: sum((one) => one.cached), whole: sum((one) => one.whole), again: sum((one) => one.again) },
  };
  show(total);
  return total;
};

/** Runs the measurement and prints it. True where every bar holds. */
export const run = async (): Promise<boolean> => {
  const plain = await measureAll('with the built-in rules', {});
  const own = await measureAll('with two policies of the repository, asked about every chunk', POLICIES);
  const five = await measureOneOfFive();
  return [
    bar('tokens against whole files with all rules, built-in rules', plain.sent / plain.whole, BARS.whole),
    bar(
      'the same with two policies, without what the server had read',
      (own.sent - own.cached) / own.whole,
      BARS.whole,
    ),
    bar('tokens of a run again', plain.again + own.again, BARS.again),
    bar('tokens after one of five files changed, against the first run', five.second / five.first, BARS.oneOfFive),
  ].every(Boolean);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await run()) ? 0 : 1;
