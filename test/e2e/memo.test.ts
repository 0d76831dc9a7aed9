import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { memoFolder } from '../../lib/state/memo.ts';
import type { Report } from '../../lib/types.ts';
import { withOllama } from '../support/ollama.ts';
import { CODER, fakeModel } from '../support/ollama-models.ts';
import type { FakeOllama, FakeOptions } from '../support/ollama-types.ts';
import { CHANGE, finding, freshFolders, PAY, paymentsRepo } from '../support/payments.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

const memo = suite<{ repo: TestRepo }>('answers that are remembered');

memo.before.each((context) => {
  context.repo = paymentsRepo();
});
memo.after.each(({ repo }) => repo.remove());

interface Reviewed {
  readonly report: Report;
  readonly server: FakeOllama;
}

/** One review in the folders of `env`, by a server of its own. */
const review = (
  repo: TestRepo,
  env: NodeJS.ProcessEnv,
  options: FakeOptions = {},
  cwd = repo.root,
): Promise<Reviewed> =>
  withOllama({ answer: (asked) => finding(asked), ...options }, async (server) => {
    const all = { ...repo.env, ...env, OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const ran = await lgtm(['check', '--format', 'json'], { cwd, env: all });
    return { report: JSON.parse(ran.stdout) as Report, server };
  });

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const cacheOf = (env: NodeJS.ProcessEnv): string => String(env['XDG_CACHE_HOME']);

memo('are not asked for again: nothing is sent, nothing is loaded, and the verdict is the same', async ({ repo }) => {
  const env = freshFolders(repo);
  const first = await review(repo, env);
  const second = await review(repo, env);
  assert.ok(first.server.questions().length > 0 && first.server.loads().length > 0);
  assert.equal([second.server.questions().length, second.server.loads().length], [0, 0]);
  assert.equal(
    [second.report.model?.calls, second.report.model?.promptTokens, second.report.model?.outputTokens],
    [0, 0, 0],
  );
  assert.is(second.report.model?.remembered, first.server.questions().length);
  assert.equal([second.report.outcome, second.report.findings], [first.report.outcome, first.report.findings]);
});

memo('are those of unchanged files: only what changed is asked about', async ({ repo }) => {
  const line = (i: number): string =>
    `// Module ${i}.\nexport const retryPay${i} = (inv) => retry(() => pay(inv, ${i}));\n`;
  const files = (): Record<string, string> =>
    Object.fromEntries([1, 2, 3, 4, 5].map((i) => [`src/pay${i}.js`, line(i)]));
  repo.stage(files());
  const env = freshFolders(repo);
  const first = await review(repo, env);
  repo.stage({ ...files(), 'src/pay3.js': `${line(3)}\nexport const more = () => retry(() => pay(other));\n` });
  const second = await review(repo, env);
  const [before, after] = [first, second].map(({ report }) => report.model?.promptTokens ?? 0);
  assert.ok((before ?? 0) > 0 && (after ?? 0) > 0);
  assert.ok((after ?? 0) * 3 <= (before ?? 0), `${after} of ${before} tokens`);
  for (const { raw } of second.server.questions()) assert.match(raw, /src\/pay3\.js/);
});

memo('belong to one model: the same name with other weights is asked anew', async ({ repo }) => {
  const env = freshFolders(repo);
  await review(repo, env);
  const other = fakeModel(CODER.name, { digest: 'f'.repeat(64) });
  const { server } = await review(repo, env, { models: [other] });
  assert.ok(server.questions().length > 0);
});

memo('are complete ones: what could not be read is asked again next time', async ({ repo }) => {
  const env = freshFolders(repo);
  const first = await review(repo, env, { answer: () => 'Looks good to me!' });
  assert.is(first.report.outcome, 'not-reviewed');
  const second = await review(repo, env);
  assert.equal([second.report.outcome, second.report.model?.remembered], ['warned', undefined]);
});

memo('hold no code but what the answer quotes', async ({ repo }) => {
  const env = freshFolders(repo);
  await review(repo, env);
  const texts = filesBelow(memoFolder(env)).map((path) => readFileSync(path, 'utf8'));
  assert.ok(texts.some((text) => text.includes(PAY)));
  for (const text of texts) {
    assert.not.match(text, /limit|Payments|CHANGE|FILE /);
    assert.not.ok(text.includes(CHANGE));
  }
});

memo('are asked for again where the file is torn, of another version, or not to be written', async ({ repo }) => {
  for (const harm of [
    (text: string) => text.slice(0, text.length / 2),
    (text: string) => text.replace(/^lgtm answer \d+/, 'lgtm answer 99'),
    (text: string) => text.replace('twice', 'never'),
    () => '',
    () => '\u0000'.repeat(200),
  ]) {
    const env = freshFolders(repo);
    const first = await review(repo, env);
    for (const path of filesBelow(memoFolder(env))) writeFileSync(path, harm(readFileSync(path, 'utf8')));
    const second = await review(repo, env);
    assert.equal(second.report.findings, first.report.findings);
    assert.ok(second.server.questions().length > 0);
  }
  const file = join(repo.home, 'a-file');
  writeFileSync(file, '');
  const nowhere = { ...freshFolders(repo), XDG_CACHE_HOME: file, XDG_STATE_HOME: file };
  for (const { report, server } of [await review(repo, nowhere), await review(repo, nowhere)]) {
    assert.is(report.outcome, 'warned');
    assert.ok(server.questions().length > 0);
  }
});

memo('are shared by work trees and by commits at the same time', async ({ repo }) => {
  const env = freshFolders(repo);
  const tree = join(repo.home, 'tree');
  repo.git('worktree', 'add', '-q', '--detach', tree);
  writeFileSync(join(tree, 'pay.js'), CHANGE);
  repo.git('-C', tree, 'add', '-A');
  const both = await Promise.all([review(repo, env), review(repo, env), review(repo, env, {}, tree)]);
  for (const { report } of both) assert.equal(report.findings, both[0]?.report.findings);
  const after = await review(repo, env, {}, tree);
  assert.is(after.server.questions().length, 0);
  for (const path of filesBelow(cacheOf(env))) assert.not.match(path, /\.tmp$/);
});

memo('never come out of the repository', async ({ repo }) => {
  const env = freshFolders(repo);
  await review(repo, env);
  const planted = makeRepo();
  planted.commit({ 'pay.js': '// Payments.\n' });
  mkdirSync(join(planted.root, '.cache'));
  repo.git('-c', 'core.quotepath=false', 'status');
  for (const path of filesBelow(cacheOf(env))) {
    const copy = join(planted.root, '.cache', path.slice(cacheOf(env).length + 1));
    mkdirSync(join(copy, '..'), { recursive: true });
    writeFileSync(copy, readFileSync(path));
  }
  planted.stage({ 'pay.js': CHANGE });
  const elsewhere = { ...freshFolders(planted), XDG_CACHE_HOME: '.cache' };
  const { server } = await review(planted, elsewhere);
  assert.ok(server.questions().length > 0);
  planted.remove();
});

memo('are shown and cleared by a command', async ({ repo }) => {
  const env = { ...repo.env, ...freshFolders(repo) };
  await review(repo, env);
  const run = async (...args: string[]) => lgtm(['cache', ...args], { cwd: repo.root, env });
  assert.match((await run()).stdout, /^lgtm: 3 answers kept, \d+ B, the oldest from today, in .*answers\n/);
  const shown = JSON.parse((await run('show', '--json')).stdout) as { answers: number; bytes: number };
  assert.ok(shown.answers === 3 && shown.bytes > 0);
  assert.is((await run('clear')).stdout, 'lgtm: removed 3 answers\n');
  assert.match((await run('show')).stdout, /^lgtm: 0 answers kept, 0 B, in /);
  const wrong = await run('burn');
  assert.equal([wrong.code, wrong.stdout], [2, '']);
});

memo.run();
