import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openRepo } from '../../lib/git/repo.ts';
import { readPlanGround } from '../../lib/modes/plan-ground.ts';
import { runPlan } from '../../lib/modes/plan-mode.ts';
import { SILENT } from '../../lib/progress.ts';
import { type PlanReport, planText } from '../../lib/reports/plan.ts';
import { type Entry, openTranscript } from '../../lib/runtime/transcript.ts';
import { sentTo } from '../support/full.ts';
import { withOllama } from '../support/ollama.ts';
import { CODER } from '../support/ollama-models.ts';
import type { FakeOptions } from '../support/ollama-types.ts';
import { freshFolders } from '../support/payments.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { playing } from '../support/roles.ts';

const plan = suite<{ repo: TestRepo }>('an execution plan');

plan.before((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'src/pay.js': 'pay();\n', 'src/mail.py': 'send()\n', 'CONTRIBUTING.md': 'Be kind.\n' });
});
plan.after(({ repo }) => repo.remove());

const TASK = 'retry the payment when the bank does not answer';
const CHART = '{"summary":"A shop.","domains":[],"risks":[]}';

const hold = (repo: TestRepo, options: FakeOptions): Promise<{ report: PlanReport; entries: readonly Entry[] }> =>
  withOllama(options, async (server) => {
    const env = { ...repo.env, ...freshFolders(repo), OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const ground = await readPlanGround(await openRepo(repo.root, env), env, TASK);
    const transcript = openTranscript(null);
    const { signal } = new AbortController();
    const report = await runPlan({ task: TASK, ground, env, progress: SILENT, signal, transcript });
    return { report, entries: transcript.entries };
  });

const planOf = (over: object): string =>
  JSON.stringify({
    steps: [
      { do: 'add a key', paths: ['src/pay.js'], creates: ['src/key.js'], rules: ['res/non-idempotent-retry'], ...over },
    ],
    open: ['Which bank?'],
  });

plan('names steps, files that exist and rules that exist', async ({ repo }) => {
  const { report, entries } = await hold(repo, { answer: playing({ explorer: CHART, planner: planOf({}) }) });
  assert.equal([report.plan?.steps.length, report.failures], [1, []]);
  assert.ok(
    report.rules.some(({ id }) => id === 'res/non-idempotent-retry'),
    JSON.stringify(report.rules),
  );
  assert.equal(report.map.policies, ['CONTRIBUTING.md']);
  assert.match(planText(report), /touches src\/pay\.js\n {5}adds src\/key\.js/);
  assert.match(sentTo(entries, 'planner'), /retry the payment when the bank/);
  assert.not.match(sentTo(entries, 'explorer'), /retry the payment/);
});

for (const [what, over, reason] of [
  ['a touchpoint that there is not', { paths: ['src/nowhere.js'] }, /no file "src\/nowhere\.js"/],
  ['a rule that there is not', { rules: ['sec/made-up'] }, /no rule "sec\/made-up"/],
  ['a new file outside', { creates: ['../evil.js'] }, /"\.\.\/evil\.js" is no path inside/],
  ['a new file that exists', { creates: ['src/pay.js'] }, /exists, so that it cannot be created/],
  ['a step that touches nothing', { paths: [], creates: [] }, /touches no file/],
] as const)
  plan(`refuses ${what} by name, and takes it corrected`, async ({ repo }) => {
    const bad = planOf(over);
    const script = { explorer: CHART, planner: (_: unknown, n: number) => (n === 0 ? bad : planOf({})) };
    const { report, entries } = await hold(repo, { answer: playing(script) });
    assert.ok(report.plan);
    assert.match(sentTo(entries, 'planner'), reason);
    const never = await hold(repo, { answer: playing({ explorer: CHART, planner: bad }) });
    assert.is(never.report.plan, null);
    assert.equal(
      never.report.failures.map(({ role, kind }) => `${role} ${kind}`),
      ['planner hallucination'],
    );
  });

plan('lets the Planner look before it plans', async ({ repo }) => {
  const look = JSON.stringify({ tool: 'search', args: { text: 'send()' } });
  const script = {
    explorer: CHART,
    planner: (_: unknown, n: number) => (n === 0 ? look : planOf({ paths: ['src/mail.py'] })),
  };
  const { report, entries } = await hold(repo, { answer: playing(script) });
  assert.ok(report.plan);
  assert.match(sentTo(entries, 'planner'), /^src\/mail\.py:1: send\(\)$/m);
});

plan('says without a model what can be said without one', async ({ repo }) => {
  const { report } = await hold(repo, { listen: false });
  assert.is(report.plan, null);
  assert.ok(report.rules.length > 0);
  assert.match(planText(report), /2 files|3 files/);
  assert.match(planText(report), /NOT PLANNED/);
  assert.match(report.notes.join('\n'), /not running/);
});

plan.run();
