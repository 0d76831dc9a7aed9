import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { withOllama } from '../support/ollama.ts';
import { delivered } from '../support/ollama-faults.ts';
import { CODER } from '../support/ollama-models.ts';
import type { Asked, FakeOllama, Fault } from '../support/ollama-types.ts';
import {
  CHANGE,
  finding,
  freshFolders,
  isArbitration,
  isVerification,
  letterFor,
  PAY,
  paymentsRepo,
  RULE,
} from '../support/payments.ts';
import type { TestRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

const court = suite<{ repo: TestRepo }>('what the model is asked again');

const NONE = '{"quote":"NONE","why":""}';
const GUARDED = `// Payments.\nconst key = idempotencyKeyOf(invoice);\n${PAY}\nexport const limit = 3;\n`;

court.before.each((context) => {
  context.repo = paymentsRepo();
});
court.after.each(({ repo }) => repo.remove());

/** Commits a configuration in which the rule blocks, and stages the change over it. */
const setUp = (repo: TestRepo, config: string, change: Record<string, string> = { 'pay.js': CHANGE }): void => {
  repo.commit({ 'lgtm.config.yaml': `rules:\n  ${RULE}: block\n${config}`, 'pay.js': '// Payments.\n' });
  repo.stage(change);
};

interface Reviewed {
  readonly report: Report;
  readonly server: FakeOllama;
  readonly env: NodeJS.ProcessEnv;
  /** Questions of each kind that were asked. */
  readonly asked: { readonly votes: number; readonly pleas: number };
}

const messagesOf = (one: FakeOllama['requests'][number]) => ({
  messages: (one.body?.messages ?? []) as Asked['messages'],
});

const review = (repo: TestRepo, answer: (asked: Asked) => string | Fault): Promise<Reviewed> =>
  withOllama({ answer }, async (server) => {
    const env = { ...repo.env, ...freshFolders(repo), OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const ran = await lgtm(['check', '--format', 'json'], { cwd: repo.root, env });
    const asked = server.questions().map(messagesOf);
    return {
      report: JSON.parse(ran.stdout) as Report,
      server,
      env,
      asked: { votes: asked.filter(isVerification).length, pleas: asked.filter(isArbitration).length },
    };
  });

/** Claims, agrees when it is asked again, and pleads as told. */
const pleading =
  (plea: string) =>
  (asked: Asked): string =>
    isArbitration(asked) ? plea : finding(asked);

const brief = ({ report }: Reviewed): unknown => [
  report.outcome,
  report.exitCode,
  report.findings.map(({ severity, verified }) => `${severity} ${verified}`),
  report.dropped.map(({ reason }) => reason),
];

const rulingsOf = (env: NodeJS.ProcessEnv): { ruling: string }[] => {
  const folder = join(String(env['XDG_STATE_HOME']), 'lgtm', 'runs');
  const [name = ''] = readdirSync(folder);
  return (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { rulings: { ruling: string }[] }).rulings;
};

court('blocks where no line excuses a verified finding, and records the ruling', async ({ repo }) => {
  setUp(repo, 'verification: arbitrate\n');
  const held = await review(repo, pleading(NONE));
  assert.equal(brief(held), ['blocked', 1, ['block true'], []]);
  assert.equal(held.asked, { votes: 2, pleas: 1 });
  assert.ok(held.report.notes.includes(`arbitration: ${RULE} at pay.js:2: upheld (no line shown excuses it)`));
  assert.equal(
    rulingsOf(held.env).map(({ ruling }) => ruling),
    ['upheld'],
  );
  assert.equal(held.server.faults(), []);
});

court('drops a finding that a line of code excuses', async ({ repo }) => {
  setUp(repo, 'verification: arbitrate\n', { 'pay.js': GUARDED });
  const claim = JSON.stringify({ findings: [{ quote: PAY, line: 'L2', why: 'pays twice', fix: '' }] });
  const plea = JSON.stringify({ quote: 'const key = idempotencyKeyOf(invoice);', why: 'the key makes it safe' });
  const held = await review(repo, (asked) => (isArbitration(asked) ? plea : finding(asked, claim)));
  assert.equal(brief(held), ['clean', 0, [], ['counter_evidence']]);
  assert.match(held.report.notes.join('\n'), /pay\.js:3: dropped \(line 2 excuses it\)/);
});

for (const [what, plea] of [
  ['a bare claim that it is fine', '{"quote":"it is fine","why":"a senior engineer approved it"}'],
  ['a comment', '{"quote":"// Payments.","why":"the file says so"}'],
  ['no answer', 'It is fine.'],
] as const)
  court(`lets ${what} neither drop nor uphold a finding: it warns`, async ({ repo }) => {
    setUp(repo, 'verification: arbitrate\n');
    const held = await review(repo, pleading(plea));
    assert.equal(brief(held), ['warned', 0, ['warn false'], []]);
    assert.match(held.report.notes.join('\n'), /not settled, so it does not block/);
  });

court('tries what the two orders disagree about, and does not let it block', async ({ repo }) => {
  setUp(repo, 'verification: arbitrate\n');
  const held = await review(repo, (asked) => (isVerification(asked) ? 'A' : pleading(NONE)(asked)));
  assert.equal(brief(held), ['warned', 0, ['warn false'], []]);
  assert.equal(held.asked, { votes: 2, pleas: 1 });
});

court('tries two findings a commit, and no more', async ({ repo }) => {
  const change = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.js`, CHANGE]));
  setUp(repo, 'verification: arbitrate\n', change);
  const held = await review(repo, pleading(NONE));
  assert.is(held.asked.pleas, 2);
  assert.is(held.report.findings.filter(({ severity }) => severity === 'block').length, 4);
});

court('asks no arbiter unless the configuration says so', async ({ repo }) => {
  setUp(repo, '');
  const held = await review(repo, pleading(NONE));
  assert.equal(brief(held), ['blocked', 1, ['block true'], []]);
  assert.equal(held.asked, { votes: 2, pleas: 0 });
});

court('asks nothing again where that is switched off, and then the model never blocks', async ({ repo }) => {
  setUp(repo, 'verification: off\n');
  const held = await review(repo, pleading(NONE));
  assert.equal(brief(held), ['warned', 0, ['warn false'], []]);
  assert.equal(held.asked, { votes: 0, pleas: 0 });
});

court('goes by the configuration in HEAD: a commit cannot switch its own verification off', async ({ repo }) => {
  setUp(repo, '');
  repo.stage({ 'lgtm.config.yaml': `rules:\n  ${RULE}: block\nverification: off\n` });
  const held = await review(repo, pleading(NONE));
  assert.equal([held.report.exitCode, held.asked.votes], [1, 2]);
  assert.match(held.report.notes.join('\n'), /verification/);
});

/** An answer of one letter with the probability that the server gives it. */
const sure = (asked: Asked, p: number): Fault => {
  const yes = letterFor(asked, 'Yes');
  const no = yes === 'A' ? 'B' : 'A';
  const first = { token: yes, logprob: Math.log(p) };
  const top = [first, { token: no, logprob: Math.log(1 - p) }];
  const add = (line: string, i: number): string =>
    i === 0 ? JSON.stringify({ ...JSON.parse(line), logprobs: [{ ...first, top_logprobs: top }] }) : line;
  return delivered('a sure letter', yes, { lines: (lines) => lines.map(add) });
};

for (const [p, expected] of [
  [0.95, ['blocked', 1, ['block true'], []]],
  [0.75, ['blocked', 1, ['block true'], []]],
  [0.65, ['warned', 0, ['warn false'], []]],
  [0.52, ['clean', 0, [], ['refuted']]],
] as const)
  court(`weighs how sure the model is: ${p} in both orders`, async ({ repo }) => {
    setUp(repo, '');
    const held = await review(repo, (asked) => (isVerification(asked) ? sure(asked, p) : finding(asked)));
    assert.equal(brief(held), expected);
  });

const CLOCK = 'export const isExpired = (token) => token.exp < Date.now();\n';

court('takes up what a detector of a blocking rule points at and the Reviewer denies', async ({ repo }) => {
  for (const [verification, expected, votes] of [
    ['arbitrate', ['blocked', 1, ['block true'], []], 2],
    ['verify', ['clean', 0, [], []], 0],
  ] as const) {
    repo.commit({
      'lgtm.config.yaml': `rules:\n  det/wall-clock: block\nverification: ${verification}\n`,
      'a.js': '\n',
    });
    repo.stage({ 'a.js': `\n${CLOCK}` });
    const held = await review(repo, (asked) => (isArbitration(asked) ? NONE : finding(asked)));
    assert.equal(brief(held), expected, verification);
    assert.is(held.asked.votes, votes);
  }
});

court('lets neither order nor arbiter add what they do not agree on', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'rules:\n  det/wall-clock: block\nverification: arbitrate\n', 'a.js': '\n' });
  repo.stage({ 'a.js': `\n${CLOCK}` });
  const doubting = await review(repo, (asked) => (isArbitration(asked) ? NONE : finding(asked, undefined, 'No')));
  assert.equal([brief(doubting), doubting.asked.pleas], [['clean', 0, [], []], 0]);
  const unsettled = await review(repo, (asked) => (isArbitration(asked) ? 'Hm.' : finding(asked)));
  assert.equal(brief(unsettled), ['clean', 0, [], []]);
});

court.run();
