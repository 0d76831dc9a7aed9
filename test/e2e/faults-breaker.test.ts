import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BREAKER, noteFailure } from '../../lib/state/breaker.ts';
import type { Report } from '../../lib/types.ts';
import { startOllama, withOllama } from '../support/ollama.ts';
import { neverAnswers, refuses } from '../support/ollama-faults.ts';
import { CODER } from '../support/ollama-models.ts';
import type { FakeOllama, Fault } from '../support/ollama-types.ts';
import { finding, freshFolders, isVerification, NOTHING, paymentsRepo, textOf } from '../support/payments.ts';
import type { TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const breaker = suite<{ repo: TestRepo }>('a model that keeps failing');

breaker.before.each((context) => {
  context.repo = paymentsRepo();
});
breaker.after.each(({ repo }) => repo.remove());

interface Reviewed {
  readonly ran: Ran;
  readonly report: Report;
  /** Requests that the server has seen in this run. */
  readonly requests: number;
}

const reviewer =
  (repo: TestRepo, server: FakeOllama, env: NodeJS.ProcessEnv) =>
  async (more: NodeJS.ProcessEnv = {}, ...args: string[]): Promise<Reviewed> => {
    const before = server.requests.length;
    const all = { ...repo.env, ...env, OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name, ...more };
    const ran = await lgtm(['check', '--format', 'json', ...args], { cwd: repo.root, env: all });
    return { ran, report: JSON.parse(ran.stdout) as Report, requests: server.requests.length - before };
  };

const BROKEN = refuses(500, { error: 'llama-server process has terminated: exit status 2' });

/** A server that can be switched between broken and sound. */
const switchable = async (broken: Fault) => {
  const state = { broken: true };
  const server = await startOllama({
    fault: () => (state.broken ? broken : null),
    answer: (asked) => (textOf(asked).includes('whole numbers') ? '{"numbers":[1,2,3]}' : finding(asked)),
  });
  return { server, state };
};

const incidents = (env: NodeJS.ProcessEnv): string[] => {
  const folder = join(String(env['XDG_STATE_HOME']), 'lgtm', 'incidents');
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
};

breaker('is asked three times, then not for ten minutes, and the line says why and what to do', async ({ repo }) => {
  const env = freshFolders(repo);
  const { server, state } = await switchable(BROKEN);
  const review = reviewer(repo, server, env);
  for (let i = 0; i < BREAKER.failures; i++) assert.ok((await review()).requests > 0);
  state.broken = false;
  const open = await review();
  assert.equal([open.requests, open.ran.code, open.report.outcome], [0, 3, 'not-reviewed']);
  assert.match(
    open.report.notes[0] ?? '',
    /^the model is not asked for the next 10 min: 3 runs in a row failed, at last because it failed \(`lgtm doctor` tells what is wrong; LGTM_RETRY=1 /,
  );
  const retried = await review({ LGTM_RETRY: '1' });
  assert.is(retried.report.outcome, 'warned');
  assert.is((await review()).report.outcome, 'warned', 'closed again');
  await server.close();
});

breaker('leaves one record of what opened the breaker, without any code', async ({ repo }) => {
  const env = freshFolders(repo);
  const { server } = await switchable(BROKEN);
  const review = reviewer(repo, server, env);
  for (let i = 0; i < BREAKER.failures; i++) await review();
  const [text = '', ...more] = incidents(env);
  assert.is(more.length, 0);
  const incident = JSON.parse(text) as Record<string, unknown>;
  assert.equal(
    [incident['kind'], incident['provider'], incident['model'], incident['host']],
    ['failed', 'ollama', CODER.name, server.host],
  );
  assert.not.match(text, /retryPay|pay\.js|terminated/);
  await server.close();
});

breaker('is forgiven by `lgtm doctor` once it is sound', async ({ repo }) => {
  const env = freshFolders(repo);
  const { server, state } = await switchable(BROKEN);
  const review = reviewer(repo, server, env);
  for (let i = 0; i < BREAKER.failures; i++) await review();
  state.broken = false;
  const all = { ...repo.env, ...env, OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
  await lgtm(['doctor'], { cwd: repo.root, env: all });
  assert.is((await review()).report.outcome, 'warned');
  await server.close();
});

breaker('is not counted for what the text of a change can provoke', async ({ repo }) => {
  for (const answer of [
    () => 'Looks good!',
    () => refuses(400, { error: 'the input length exceeds the context length' }),
  ])
    await withOllama({ answer }, async (server) => {
      const review = reviewer(repo, server, freshFolders(repo));
      for (let i = 0; i < BREAKER.failures + 1; i++) {
        const { report, requests } = await review();
        assert.is(report.outcome, 'not-reviewed');
        assert.ok(requests > 0);
      }
    });
});

breaker('is not counted for a deadline where it answered at all', async ({ repo }) => {
  const answer = (asked: Parameters<typeof isVerification>[0]): string | Fault =>
    isVerification(asked) ? neverAnswers : finding(asked);
  await withOllama({ answer }, async (server) => {
    const review = reviewer(repo, server, { ...freshFolders(repo) });
    for (let i = 0; i < BREAKER.failures + 1; i++) {
      const { report, requests } = await review({ XDG_CACHE_HOME: join(repo.home, `c${i}`) }, '--deadline', '1');
      assert.is(report.outcome, 'not-reviewed');
      assert.match(report.notes[0] ?? '', /1 s for the model ran out/);
      assert.ok(requests > 0);
    }
  });
});

/** Opens the breaker as if it had happened some time ago. */
const openedBefore = (server: FakeOllama, env: NodeJS.ProcessEnv, ms: number): void => {
  for (let i = 0; i < BREAKER.failures; i++)
    noteFailure(env, `ollama ${server.host} ${CODER.name}`, 'timeout', Date.now() - ms);
};

breaker('gets one try of two seconds after ten minutes', async ({ repo }) => {
  const env = freshFolders(repo);
  const { server, state } = await switchable(neverAnswers);
  const review = reviewer(repo, server, env);
  openedBefore(server, env, BREAKER.cool + 1000);
  const late = await review();
  assert.match(late.report.notes[0] ?? '', /still does not answer \(tried for 2 s after failures\)/);
  assert.is((await review()).requests, 0, 'open again');
  openedBefore(server, env, BREAKER.cool + 1000);
  state.broken = false;
  assert.is((await review()).report.outcome, 'warned');
  assert.is((await review()).report.outcome, 'warned');
  await server.close();
});

breaker('is asked where its record is from the future: the clock was set back', ({ repo }) =>
  withOllama({ answer: () => NOTHING }, async (server) => {
    const env = freshFolders(repo);
    openedBefore(server, env, -365 * 86_400_000);
    assert.ok((await reviewer(repo, server, env)()).requests > 0);
  }),
);

breaker.run();
