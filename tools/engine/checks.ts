import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readManifest } from '../../lib/git/manifest.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { OverflowFault } from '../../lib/models/errors.ts';
import { openModel } from '../../lib/models/index.ts';
import { modelSettings } from '../../lib/models/settings.ts';
import { readVote } from '../../lib/pass/verify.ts';
import { SILENT } from '../../lib/progress.ts';
import { CLAIMS, type Matter, questionFor } from '../../lib/questions.ts';
import { openSession } from '../../lib/session.ts';
import type { Model, Question } from '../../lib/types.ts';
import type { TestRepo } from '../../test/support/repo.ts';
import { installEngine } from './install.ts';
import { CHANGE, DENSE, environment, reviewWith, staged } from './review.ts';
import { type Running, serve } from './serve.ts';

/** Checks of the pass against a real engine; uvu runs them when this file is loaded. */

/** The least share of a prompt that the second rule about a chunk must find read already. */
const CACHED = 0.6;

const never = (): AbortSignal => new AbortController().signal;

const ask = (content: string, over: Partial<Question> = {}): Question => ({
  messages: [{ role: 'user', content }],
  schema: null,
  maxTokens: 16,
  ...over,
});

/** The questions of a review and the model that they go to, without the binary in between. */
const openUp = async (repo: TestRepo, server: Running) => {
  const env = environment(repo, server);
  const opened = await openRepo(repo.root, env);
  const records = await readManifest(opened);
  const progress = SILENT;
  const request = { repo: opened, records, env, message: null, useModel: true, overrides: {}, progress };
  const { input, plan } = await openSession({ ...request, signal: never() });
  const model: Model = await openModel(modelSettings(input.config), env, never());
  const { inspection, mode, pairs } = plan;
  const matter: Matter = { config: input.config, mode, inspection, bodies: await input.bodies(), exempt: () => null };
  return { model, questions: pairs.map((pair) => questionFor(pair, matter)) };
};

const isIdle = (slots: unknown): boolean =>
  Array.isArray(slots) && slots.every((slot: { is_processing?: unknown }) => slot.is_processing === false);

const engine = await installEngine();

const real = suite('a real engine');
let server: Running;
real.before(async () => {
  server = await serve(engine, 4096);
});
real.after(() => server.stop());

real('reviews a change: every answer fits the schema, and the same change gets the same verdict', async () => {
  const repo = staged(CHANGE);
  const one = await reviewWith(repo, server);
  assert.not.equal(one.outcome, 'not-reviewed', JSON.stringify(one.notes));
  assert.ok((one.model?.calls ?? 0) >= 3, 'three questions');
  assert.equal(one.notReviewed, []);
  const again = await reviewWith(repo, server);
  assert.equal([again.model?.calls, again.model?.promptTokens], [0, 0], 'answered from disk');
  const env = { ...environment(repo, server), XDG_CACHE_HOME: `${repo.home}/other` };
  const anew = await reviewWith({ ...repo, env }, server);
  assert.equal([anew.outcome, anew.findings, anew.dropped], [one.outcome, one.findings, one.dropped]);
  repo.remove();
});

real(`has read at least ${CACHED * 100} % of the prompt before, from the second rule about a chunk on`, async () => {
  const repo = staged(CHANGE);
  const { model, questions } = await openUp(repo, server);
  assert.ok(questions.length >= 3);
  const shares: number[] = [];
  for (const question of questions) {
    const reply = await model.ask(question, never());
    assert.ok(CLAIMS.read(reply), reply.text);
    shares.push(reply.cachedTokens / reply.promptTokens);
  }
  const later = shares.slice(1);
  process.stdout.write(`     cached: ${later.map((share) => `${Math.round(share * 100)} %`).join(', ')}\n`);
  for (const share of later) assert.ok(share >= CACHED, `${share}`);
  repo.remove();
});

real('gives log-probabilities for a yes/no question', async () => {
  const repo = staged(CHANGE);
  const { model } = await openUp(repo, server);
  const reply = await model.ask(ask('Answer with one letter, A or B.', { maxTokens: 4, logprobs: true }), never());
  assert.ok((reply.first?.length ?? 0) > 1);
  const vote = readVote({ ...reply, text: 'A' }, true);
  assert.ok(vote && vote.p !== null && vote.p >= 0 && vote.p <= 1);
  repo.remove();
});

real('refuses a prompt that does not fit, and says by how much', async () => {
  const repo = staged(CHANGE);
  const { model } = await openUp(repo, server);
  const fault = await model.ask(ask('word '.repeat(6000)), never()).catch((error: unknown) => error);
  assert.instance(fault, OverflowFault);
  assert.ok(fault instanceof OverflowFault && (fault.promptTokens ?? 0) > 4096 && fault.contextTokens === 4096);
  repo.remove();
});

real('stops working on a question that nobody waits for any more', async () => {
  const repo = staged(CHANGE);
  const { model } = await openUp(repo, server);
  const gone = new AbortController();
  const endless = model.ask(ask('Count from 1 to 5000.', { maxTokens: 3000 }), gone.signal).catch(() => null);
  while (isIdle(await server.get('/slots'))) await delay(20);
  gone.abort();
  await endless;
  let looks = 0;
  while (!isIdle(await server.get('/slots')) && looks++ < 100) await delay(50);
  assert.ok(looks < 100, 'the slot is free again');
  repo.remove();
});

const small = suite('a real engine with little room');
small('gets smaller prompts where it refused one as too long, and the review is complete', async () => {
  const tight = await serve(engine, 1280);
  const repo = staged(DENSE);
  const report = await reviewWith(repo, tight);
  await tight.stop();
  assert.not.equal(report.outcome, 'not-reviewed', JSON.stringify(report.notes));
  assert.ok((report.model?.calls ?? 0) > report.rules.selected.filter(({ why }) => why.includes(';')).length);
  repo.remove();
});
real.run();
small.run();
