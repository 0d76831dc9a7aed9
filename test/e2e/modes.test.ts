import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withOllama } from '../support/ollama.ts';
import { neverAnswers } from '../support/ollama-faults.ts';
import { CODER } from '../support/ollama-models.ts';
import type { Asked, FakeOllama, FakeOptions } from '../support/ollama-types.ts';
import { CHANGE, finding, freshFolders, NOTHING, PAY, paymentsRepo, RULE, textOf } from '../support/payments.ts';
import type { TestRepo } from '../support/repo.ts';
import { playing } from '../support/roles.ts';
import { lgtm, type Ran, type RunOptions } from '../support/run.ts';

const modes = suite<{ repo: TestRepo }>('review, plan and fix by the real program');

modes.before.each((context) => {
  context.repo = paymentsRepo();
});
modes.after.each(({ repo }) => repo.remove());

const KEYED = PAY.replace('pay(inv)', 'pay(inv, { key: inv.id })');
const watchful = (asked: Asked): string => (textOf(asked).includes('key: inv.id') ? NOTHING : finding(asked));
const BUILDER = JSON.stringify({ old: PAY, new: KEYED, why: 'a key' });

const run = (
  repo: TestRepo,
  args: readonly string[],
  options: FakeOptions = {},
  over: Pick<RunOptions, 'started'> & { env?: NodeJS.ProcessEnv } = {},
): Promise<{ ran: Ran; server: FakeOllama }> =>
  withOllama({ answer: playing({ builder: BUILDER }, watchful), ...options }, async (server) => {
    const env = { ...repo.env, ...freshFolders(repo), OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name, ...over.env };
    const ran = await lgtm(args, { cwd: repo.root, env, ...(over.started ? { started: over.started } : {}) });
    return { ran, server };
  });

/** The lines of a transcript; throws where one is no JSON. */
const linesOf = (file: string): { kind: string; reason?: string }[] => {
  const text = readFileSync(file, 'utf8');
  assert.ok(text.endsWith('\n'), 'the last line is torn');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string });
};

modes('review prints one JSON object and writes every turn down', async ({ repo }) => {
  const file = join(repo.beside, 'turns.jsonl');
  const { ran } = await run(repo, ['review', '--format', 'json', '--transcript', file]);
  const report = JSON.parse(ran.stdout);
  assert.equal([ran.code, report.schema, report.outcome], [0, 1, 'warned'], ran.stderr);
  assert.equal(
    report.review.reviewers.map(({ rules }: { rules: string[] }) => rules),
    [[RULE]],
  );
  const lines = linesOf(file);
  assert.equal([lines[0]?.kind, lines.at(-1)?.kind, lines.at(-1)?.reason], ['begin', 'end', 'warned']);
  assert.is(statSync(file).mode & 0o777, 0o600);
});

modes('review looks at a range and at a commit as it looks at the index, and changes nothing', async ({ repo }) => {
  repo.git('commit', '-q', '--no-verify', '-m', 'pay again');
  repo.write('pay.js', 'WORK-TREE\n');
  const before = repo.git('status', '--porcelain=v2', '-z');
  for (const args of [
    ['--range', 'HEAD~1..HEAD'],
    ['--commit', 'HEAD'],
  ]) {
    const { ran } = await run(repo, ['review', '--format', 'json', ...args]);
    const report = JSON.parse(ran.stdout);
    assert.equal(
      report.findings.map(({ rule, line }: { rule: string; line: number }) => [rule, line]),
      [[RULE, 2]],
    );
  }
  assert.is(repo.git('status', '--porcelain=v2', '-z'), before);
  const nothing = await run(repo, ['review']);
  assert.equal([nothing.ran.code, nothing.ran.stdout], [0, 'lgtm: clean: nothing is staged\n']);
});

for (const [args, said] of [
  [['review', '--range', 'nowhere..HEAD'], /there is no commit "nowhere"/],
  [['review', '--range', 'HEAD'], /range/],
  [['review', '--commit', '--output=pwned'], /there is no commit|unknown|argument/],
  [['review', '--commit', 'HEAD', '--staged'], /exclude each other/],
  [['review', '--driver', 'magic'], /no driver "magic"/],
  [['review', '--format', 'magic'], /no format "magic"/],
  [['review', '--transcript', 'no/such/folder/t'], /cannot write the transcript/],
  [['plan', '  '], /needs a task/],
  [['fix', 'ffffffff'], /is the id of no finding/],
] as const)
  modes(`${args.join(' ')} is a usage error`, async ({ repo }) => {
    const { ran } = await run(repo, args);
    assert.is(ran.code, 2, ran.stderr);
    assert.match(ran.stderr, said);
  });

modes('without a model the review shows map, plan and what detectors find, and is not reviewed', async ({ repo }) => {
  repo.stage({ 'run.js': 'console.log(1);\n' });
  const { ran } = await run(repo, ['review'], { listen: false });
  assert.is(ran.code, 3, ran.stdout);
  for (const part of [/CONTEXT MAP/, /AUDIT PLAN, from the rules alone/, /tran\/print-debug/, /NOT REVIEWED/])
    assert.match(ran.stdout, part);
});

modes('an interrupted review ends at once with 130 and leaves a valid transcript', async ({ repo }) => {
  const file = join(repo.beside, 'turns.jsonl');
  const answer = playing({ planner: () => neverAnswers });
  const interrupt = (pid: number): void => {
    const waiting = setInterval(() => {
      if (!existsSync(file) || !readFileSync(file, 'utf8').includes('"step":"plan"')) return;
      clearInterval(waiting);
      process.kill(pid, 'SIGINT');
    }, 50);
  };
  const { ran } = await run(repo, ['review', '--transcript', file], { answer }, { started: interrupt });
  assert.is(ran.code, 130);
  const lines = linesOf(file);
  assert.equal([lines.at(-1)?.kind, lines.at(-1)?.reason], ['end', 'interrupted']);
});

modes('a change of 2,000 files is mapped, planned and asked about within the budget', async ({ repo }) => {
  repo.stage(
    Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`zz/${i}.js`, `export const a${i} = ${i};\n`])),
  );
  const { ran, server } = await run(repo, ['review', '--format', 'json']);
  const report = JSON.parse(ran.stdout);
  assert.match(report.review.map.summary, /^2001 files/);
  assert.is(
    report.findings.some(({ rule }: { rule: string }) => rule === RULE),
    true,
  );
  assert.ok(server.questions().length < 100);
  assert.equal(server.faults(), []);
});

modes('fix prints a patch that applies, and writes nothing', async ({ repo }) => {
  const before = repo.git('status', '--porcelain=v2', '-z');
  const { ran } = await run(repo, ['fix']);
  assert.equal([ran.code, repo.git('status', '--porcelain=v2', '-z')], [0, before], ran.stderr);
  assert.match(ran.stderr, /checked again, and gone[\s\S]*nothing was written/);
  repo.input(ran.stdout, 'apply', '--cached', '-');
  assert.ok(repo.git('show', ':pay.js').includes(KEYED));
});

modes('fix --apply writes to the work tree what was staged there, and nothing else', async ({ repo }) => {
  repo.chmod('pay.js', 0o755);
  repo.git('add', 'pay.js');
  const index = repo.git('write-tree');
  const { ran } = await run(repo, ['fix', '--apply']);
  assert.is(ran.code, 0, ran.stderr);
  assert.is(readFileSync(join(repo.root, 'pay.js'), 'utf8'), CHANGE.replace(PAY, KEYED));
  assert.equal([repo.git('write-tree'), statSync(join(repo.root, 'pay.js')).mode & 0o777], [index, 0o755]);
});

modes('fix --apply refuses where the work tree differs, where a link leads there, and in a hook', async ({ repo }) => {
  repo.write('pay.js', `${CHANGE}more();\n`);
  const differs = await run(repo, ['fix', '--apply']);
  assert.equal([differs.ran.code, readFileSync(join(repo.root, 'pay.js'), 'utf8')], [2, `${CHANGE}more();\n`]);
  assert.match(differs.ran.stderr, /differs from what is staged/);
  repo.git('rm', '-q', '-f', '--cached', 'pay.js');
  repo.stage({ 'folder/pay.js': CHANGE });
  repo.git('mv', '-k', 'pay.js', 'x');
  const outside = join(repo.beside, 'outside');
  repo.gitIn(repo.root, ['checkout-index', '--prefix', `${outside}/`, 'folder/pay.js']);
  repo.input('', '-c', 'alias.m=!mv folder folder.old', 'm');
  repo.link('folder', join(outside, 'folder'));
  const linked = await run(repo, ['fix', '--apply']);
  assert.equal([linked.ran.code, readFileSync(join(outside, 'folder/pay.js'), 'utf8')], [2, CHANGE], linked.ran.stderr);
  const hooked = await run(repo, ['fix', '--apply'], {}, { env: { GIT_INDEX_FILE: join(repo.root, '.git/index') } });
  assert.is(hooked.ran.code, 2);
  assert.match(hooked.ran.stderr, /not for hooks/);
});

modes('plan prints steps, and exits 3 where there is no plan', async ({ repo }) => {
  const planner = JSON.stringify({
    steps: [{ do: 'pass a key', paths: ['pay.js'], creates: [], rules: [RULE] }],
    open: [],
  });
  const explorer = '{"summary":"A shop.","domains":[],"risks":[]}';
  const { ran } = await run(repo, ['plan', 'retry payments'], { answer: playing({ planner, explorer }) });
  assert.is(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /1\. pass a key\n.*touches pay\.js/);
  const alone = await run(repo, ['plan', 'retry payments', '--json'], { listen: false });
  assert.equal([alone.ran.code, JSON.parse(alone.ran.stdout).plan], [3, null]);
});

modes.run();
