import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdReview, sentTo } from '../support/full.ts';
import { fakeModel } from '../support/ollama-models.ts';
import type { Asked, Fault } from '../support/ollama-types.ts';
import { CHANGE, RULE } from '../support/payments.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { playing } from '../support/roles.ts';
import { calling } from '../support/tool-calls.ts';

const led = suite<{ repo: TestRepo }>('a review that the Lead leads');

led.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'pay.js': '// Payments.\n' });
  context.repo.stage({ 'pay.js': CHANGE });
});
led.after.each(({ repo }) => repo.remove());

const SUMMARY = '{"summary":"F1 pays twice.","order":["F1"],"next":"pass a key"}';

/** The n-th turn of the Lead; the last is repeated. */
const leading = (...turns: (string | Fault)[]) =>
  playing({ lead: (_: Asked, n: number) => turns[Math.min(n, turns.length - 1)] ?? SUMMARY });

const ORDER = [calling('plan'), calling('review', { dimension: 'runtime' }), calling('arbitrate'), SUMMARY];

const stepsOf = (entries: Awaited<ReturnType<typeof holdReview>>['entries']): string[] =>
  entries.flatMap((one) => (one.kind === 'step' ? [`${one.step} ${one.note}`] : []));

led('takes the steps in the order in which the Lead calls for them, and the script the rest', async ({ repo }) => {
  const { full, entries, server } = await holdReview(repo, { answer: leading(...ORDER) }, { led: true });
  assert.equal([full.driver, full.failures, server.faults()], ['led', [], []]);
  assert.equal(stepsOf(entries), [
    'plan called for by the Lead',
    'verify called for by the Lead',
    'explore by the script of the mode',
    'counsel by the script of the mode',
    'review by the script of the mode',
  ]);
  assert.is(full.synthesis?.next, 'pass a key');
  assert.equal(
    full.report.findings.map(({ rule }) => rule),
    [RULE],
  );
});

led('gives the Lead the handoff and no line of the change', async ({ repo }) => {
  const { entries } = await holdReview(repo, { answer: leading(...ORDER) }, { led: true });
  const text = sentTo(entries, 'lead');
  assert.match(text, new RegExp(`F1 warn ${RULE} pay\\.js:2`));
  assert.not.match(text, /retry\(\(\) => pay/);
});

led('asks every question although the Lead stops at once', async ({ repo }) => {
  const { full } = await holdReview(
    repo,
    { answer: leading('{"summary":"All is well.","order":[],"next":""}') },
    { led: true },
  );
  assert.equal([full.report.outcome, full.report.findings.length], ['warned', 1]);
  assert.not.equal(full.synthesis?.summary, undefined);
});

for (const [what, turns] of [
  ['the same call for ever', [calling('plan')]],
  ['tools that there are not', [calling('approve'), calling('write_file', { path: 'x' })]],
  ['a dimension that there is not', [calling('review', { dimension: 'beauty' })]],
] as const)
  led(`falls back to the script on ${what}, and says so`, async ({ repo }) => {
    const { full } = await holdReview(repo, { answer: leading(...turns) }, { led: true });
    assert.equal(
      [full.driver, full.failures.map(({ role, kind }) => `${role} ${kind}`)[0]],
      ['scripted', 'lead stall'],
    );
    assert.match(full.report.notes.join('\n'), /lead: stall: .*the script of the mode takes over/);
    assert.equal([full.report.outcome, full.report.findings.length], ['warned', 1]);
  });

led('falls back where the model lists no tool calling, and says so', async ({ repo }) => {
  const plain = fakeModel('qwen2.5-coder:7b', { capabilities: ['completion'] });
  const { full } = await holdReview(repo, { answer: playing(), models: [plain] }, { led: true });
  assert.is(full.driver, 'scripted');
  assert.match(full.report.notes.join('\n'), /does not list tool calling/);
  assert.is(full.report.findings.length, 1);
});

led('lets arbitration wait for the Reviewers', async ({ repo }) => {
  const { entries } = await holdReview(repo, { answer: leading(calling('arbitrate'), ...ORDER) }, { led: true });
  const refusals = entries.flatMap((one) => (one.kind === 'tool' && one.refused ? [one.refused] : []));
  assert.equal(refusals, ['the Reviewers come first; left: runtime']);
});

led.run();
