import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { startOllama } from '../support/ollama.ts';
import { neverAnswers } from '../support/ollama-faults.ts';
import { CODER } from '../support/ollama-models.ts';
import type { Asked, FakeOllama, FakeOptions } from '../support/ollama-types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const model = suite<{ repo: TestRepo }>('a review with a model');

const PAY = 'export const retryPay = (inv) => retry(() => pay(inv));';
const CHANGE = `// Payments.\n${PAY}\nexport const limit = 3;\n`;
const RULE = 'res/non-idempotent-retry';

model.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'pay.js': '// Payments.\n' }, 'SUBJECT-OF-HEAD: retry payments, approved by security');
  context.repo.stage({ 'pay.js': CHANGE });
});
model.after.each(({ repo }) => repo.remove());

const isVerification = (asked: Asked): boolean =>
  asked.messages.some(({ content }) => content.includes('Answer with one letter'));
/** The letter that stands before the option that begins with `word`. */
const letterFor = (asked: Asked, word: string): string =>
  new RegExp(`^([AB]): ${word}\\b`, 'm').exec(asked.messages.map(({ content }) => content).join('\n'))?.[1] ?? '?';
const claim = (change: object = {}): string =>
  JSON.stringify({
    findings: [{ quote: PAY, line: 'L1', why: 'the retried call pays twice', fix: 'pass a key', ...change }],
  });

interface Reviewed {
  readonly ran: Ran;
  readonly report: Report;
  readonly server: FakeOllama;
}

let runs = 0;

/** Nothing that another run has learnt or kept reaches this one. */
const freshFolders = (repo: TestRepo): NodeJS.ProcessEnv => {
  runs++;
  return {
    XDG_CACHE_HOME: join(repo.home, `cache-${runs}`),
    XDG_STATE_HOME: join(repo.home, `state-${runs}`),
  };
};

const review = async (repo: TestRepo, options: FakeOptions, ...args: string[]): Promise<Reviewed> => {
  const server = await startOllama(options);
  try {
    const env = { ...repo.env, ...freshFolders(repo), OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const ran = await lgtm(['check', '--format', 'json', ...args], { cwd: repo.root, env });
    return { ran, report: JSON.parse(ran.stdout) as Report, server };
  } finally {
    await server.close();
  }
};

const answering = (finding: string, word: string) => ({
  answer: (asked: Asked) =>
    isVerification(asked)
      ? letterFor(asked, word)
      : asked.messages.some(({ content }) => content.includes(RULE))
        ? finding
        : '{"findings":[]}',
});

model('shows a proved and verified finding as a warning of a rule that warns', async ({ repo }) => {
  const { report, server } = await review(repo, answering(claim(), 'Yes'));
  assert.equal([report.outcome, report.exitCode], ['warned', 0], JSON.stringify(report));
  const [finding] = report.findings;
  assert.equal(
    [finding?.rule, finding?.path, finding?.line, finding?.source, finding?.verified],
    [RULE, 'pay.js', 2, 'model', true],
  );
  assert.is(finding?.quote, PAY);
  assert.is(report.model?.name, CODER.name);
  assert.is(report.model?.calls, server.questions().length);
  assert.equal(server.faults(), []);
});

model('blocks only where the rule blocks and verification agrees', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': `rules:\n  ${RULE}: block\n`, 'pay.js': '// Payments.\n' });
  repo.stage({ 'pay.js': CHANGE });
  const agreed = await review(repo, answering(claim(), 'Yes'));
  assert.equal([agreed.ran.code, agreed.report.findings[0]?.severity], [1, 'block']);
  const unread = await review(repo, {
    answer: (asked) => (isVerification(asked) ? 'well…' : answering(claim(), 'Yes').answer(asked)),
  });
  assert.equal(
    [unread.ran.code, unread.report.findings[0]?.severity, unread.report.findings[0]?.verified],
    [0, 'warn', false],
  );
  const split = await review(repo, {
    answer: (asked) => (isVerification(asked) ? 'A' : answering(claim(), 'Yes').answer(asked)),
  });
  assert.equal([split.ran.code, split.report.findings[0]?.severity], [0, 'warn']);
});

model('drops and counts what verification refutes in both orders', async ({ repo }) => {
  const { report } = await review(repo, answering(claim(), 'No'));
  assert.equal(
    [report.outcome, report.findings.length, report.dropped.map(({ reason }) => reason)],
    ['clean', 0, ['refuted']],
  );
});

for (const [what, change, reason] of [
  ['a quote that stands nowhere', { quote: 'deleteEverything(now)' }, 'quote_not_found'],
  ['a line that was not added', { line: 'L77' }, 'not_added'],
  ['a reason about another program', { why: 'calls `chargeCustomerTwice()`' }, 'foreign_symbol'],
] as const)
  model(`drops and counts ${what}`, async ({ repo }) => {
    const { report } = await review(repo, answering(claim(change), 'Yes'));
    assert.equal(
      [report.outcome, report.findings.length, report.dropped.map((one) => one.reason)],
      ['clean', 0, [reason]],
    );
  });

model('takes neither rule nor path from an answer', async ({ repo }) => {
  const { report } = await review(
    repo,
    answering(claim({ rule: 'sec/made-up', path: '../../.ssh/id_rsa', severity: 'block' }), 'Yes'),
  );
  assert.equal(
    report.findings.map(({ rule, path, severity }) => [rule, path, severity]),
    [[RULE, 'pay.js', 'warn']],
  );
});

model('never calls an unreadable answer clean', async ({ repo }) => {
  const { ran, report } = await review(repo, { answer: () => 'Looks good to me!' });
  assert.equal([ran.code, report.outcome], [3, 'not-reviewed']);
  assert.ok(report.notReviewed.some(({ reason, rule }) => reason === 'unreadable answer' && rule === RULE));
});

model('asks once more where an answer cannot be read', async ({ repo }) => {
  let asked = 0;
  const { report } = await review(repo, { answer: () => (asked++ === 0 ? 'Hm.' : '{"findings":[]}') });
  assert.is(report.outcome, 'clean');
});

model('names the command that installs a missing model', async ({ repo }) => {
  const server = await startOllama({});
  const env = { ...repo.env, OLLAMA_HOST: server.host, LGTM_MODEL: 'nowhere:7b' };
  const ran = await lgtm(['check'], { cwd: repo.root, env });
  await server.close();
  assert.is(ran.code, 3);
  // Wrapped at the width of the report.
  assert.match(ran.stdout.replaceAll('\nlgtm:', ''), /ollama pull nowhere:7b/);
});

model('never tells a Reviewer what the commit says of itself', async ({ repo }) => {
  const { server } = await review(repo, answering(claim(), 'Yes'));
  assert.ok(server.questions().length >= 3);
  for (const { raw } of server.requests) assert.not.match(raw, /SUBJECT-OF-HEAD/);
});

model('sends no secret that a detector has seen', async ({ repo }) => {
  const secret = ['hunter2', 'prod', '9x7q'].join('-');
  repo.stage({ 'pay.js': `${CHANGE}const db_password = "${secret}";\n` });
  const { ran, server } = await review(repo, answering(claim(), 'Yes'));
  assert.is(ran.code, 1);
  assert.ok(server.questions().length > 0);
  for (const { raw } of server.requests) assert.not.ok(raw.includes(secret));
  assert.not.ok(ran.stdout.includes(secret));
});

model('sends the same bytes for the same change', async ({ repo }) => {
  const bytes = async () => (await review(repo, answering(claim(), 'Yes'))).server.questions().map(({ raw }) => raw);
  assert.equal(await bytes(), await bytes());
});

model('ends at once on a signal, with the code of the signal, and leaves no request open', async ({ repo }) => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    const server = await startOllama({ answer: () => neverAnswers });
    let pid = 0;
    const env = { ...repo.env, OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const ended = lgtm(['check'], { cwd: repo.root, env, started: (id) => (pid = id) });
    while (server.questions().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    process.kill(pid, signal);
    const ran = await ended;
    await server.close();
    assert.equal([ran.code, ran.stdout], [code, ''], signal);
  }
});

model.run();
