import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ruleText } from '../../lib/pass/rule-text.ts';
import { builtInBodies, builtInRules } from '../../lib/specs/library.ts';
import { keepMeasured, type RuleRecord } from '../../lib/state/earned.ts';
import type { Report } from '../../lib/types.ts';
import { withOllama } from '../support/ollama.ts';
import { CODER } from '../support/ollama-models.ts';
import type { Asked } from '../support/ollama-types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

/** A stored measurement decides what a model may do, through the real program. */

const earned = suite<{ repo: TestRepo }>('a measurement of the model');

const RULE = 'btc/delete-broadcast-tx';
const LINE = 'export const cancel = (wallet, txid) => wallet.deleteTransaction(txid);';

earned.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'lgtm.config.yaml': 'domains: [bitcoin]\n' });
  context.repo.stage({ 'wallet.js': `// Wallet: utxo, txid.\n${LINE}\n` });
});
earned.after.each(({ repo }) => repo.remove());

const claim = JSON.stringify({
  findings: [{ quote: LINE, line: 'L2', why: 'this deletes a sent transaction', fix: '' }],
});

/** The Reviewer reports the line; asked again, it says A in both orders, so that the orders disagree. */
const answer = (asked: Asked): string => {
  const text = asked.messages.map(({ content }) => content).join('\n');
  if (text.includes('Answer with one letter')) return 'A';
  return text.includes(`RULE ${RULE}:`) ? claim : '{"findings":[]}';
};

const envOf = (repo: TestRepo, host: string): NodeJS.ProcessEnv => ({
  ...repo.env,
  XDG_DATA_HOME: join(repo.home, 'data'),
  OLLAMA_HOST: host,
  LGTM_MODEL: CODER.name,
});

const textOf = (id: string): string => {
  const rule = builtInRules().find((one) => one.id === id);
  const body = builtInBodies().get(id);
  return rule && body ? ruleText(rule, body) : '';
};

const store = (env: NodeJS.ProcessEnv, change: Partial<RuleRecord>): void => {
  const record = { right: 0, wrong: 0, found: 0, missed: 0, text: textOf(RULE), ...change };
  const kept = keepMeasured(env, {
    ...{ model: CODER.name, provider: 'ollama', digest: CODER.digest, at: '2026-11-30T00:00:00.000Z' },
    ...{ lgtm: '0.1.0', verification: 'verify', rules: { [RULE]: record } },
  });
  assert.ok(kept);
};

interface Reviewed {
  readonly report: Report;
  readonly asked: number;
}

const review = (repo: TestRepo, change: Partial<RuleRecord> | null): Promise<Reviewed> =>
  withOllama({ answer }, async (server) => {
    const env = envOf(repo, server.host);
    if (change) store(env, change);
    const ran = await lgtm(['check', '--format', 'json'], { cwd: repo.root, env });
    const asked = server.questions().filter(({ raw }) => raw.includes(`RULE ${RULE}:`)).length;
    return { report: JSON.parse(ran.stdout) as Report, asked };
  });

const found = ({ report }: Reviewed) => report.findings.filter(({ rule }) => rule === RULE);

earned('leaves an unmeasured finding that is not verified a warning', async ({ repo }) => {
  const seen = await review(repo, null);
  assert.equal(
    found(seen).map(({ severity, verified }) => [severity, verified]),
    [['warn', false]],
  );
  assert.is(seen.report.outcome, 'warned');
  assert.not.match(found(seen)[0]?.message ?? '', 'Measured');
});

earned('turns the same finding into one that blocks, and gives the figure', async ({ repo }) => {
  const seen = await review(repo, { right: 24, wrong: 1 });
  assert.equal([seen.report.outcome, seen.report.exitCode], ['blocked', 1]);
  assert.is(found(seen)[0]?.severity, 'block');
  assert.match(found(seen)[0]?.message ?? '', 'Measured: 24 of 25 findings right.');
});

earned('turns the rule off: it is not asked, and a note says why', async ({ repo }) => {
  const seen = await review(repo, { right: 2, wrong: 6 });
  assert.equal([found(seen), seen.asked, seen.report.outcome], [[], 0, 'clean']);
  assert.ok(seen.report.notes.includes(`${RULE} is off for this model: 2 of 8 findings right when it was measured`));
});

earned('of another text of the rule counts for nothing', async ({ repo }) => {
  const seen = await review(repo, { right: 24, wrong: 1, text: 'as it was before' });
  assert.is(found(seen)[0]?.severity, 'warn');
});

earned('is listed, rule by rule', async ({ repo }) => {
  const env = envOf(repo, '127.0.0.1:1');
  store(env, { right: 24, wrong: 1 });
  const ran = await lgtm(['rules', 'list', '--model', CODER.name], { cwd: repo.root, env });
  assert.is(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, new RegExp(`^block +${RULE} +block +24 of 25 findings right$`, 'm'));
  assert.match(ran.stdout, /^warn +res\/non-idempotent-retry +unmeasured$/m);
  const json = await lgtm(['rules', 'list', '--model', '--json'], { cwd: repo.root, env });
  const { rules } = JSON.parse(json.stdout) as { rules: { id: string; standing: string }[] };
  assert.is(rules.find(({ id }) => id === RULE)?.standing, 'block');
  const unknown = await lgtm(['rules', 'list', '--model', 'other'], { cwd: repo.root, env });
  assert.equal([unknown.code, /was not measured/.test(unknown.stderr)], [2, true]);
});

earned.run();
