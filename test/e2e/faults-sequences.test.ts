import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readManifest } from '../../lib/git/manifest.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { SILENT } from '../../lib/progress.ts';
import { closeSession, openSession } from '../../lib/session.ts';
import type { Report } from '../../lib/types.ts';
import { withOllama } from '../support/ollama.ts';
import * as faults from '../support/ollama-faults.ts';
import { CODER } from '../support/ollama-models.ts';
import type { Asked, Fault } from '../support/ollama-types.ts';
import { VERSIONS } from '../support/ollama-versions.ts';
import { claimOf, freshFolders, isVerification, letterFor, NOTHING, textOf } from '../support/payments.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';

const sequences = suite<{ repo: TestRepo }>('sequences of faults');

sequences.before((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'pay.js': '// Payments.\n', 'token.js': '\n' });
  context.repo.stage({
    'pay.js': '// Payments.\nexport const retryPay = (inv) => retry(() => pay(inv));\n',
    'token.js':
      '\nexport const isExpired = (token) => token.exp < Date.now();\nexport const read = (text) => JSON.parse(text);\n',
  });
});
sequences.after(({ repo }) => repo.remove());

/** What a server does with one question; `null` is an answer that is read. */
const DEEDS: Readonly<Record<string, ((text: string) => Fault | string) | null>> = {
  nothing: null,
  claim: null,
  prose: () => 'Looks good to me!',
  array: () => '[]',
  blank: () => '',
  verdict: () => '{"verdict":"pass"}',
  'half an object': () => '{"findings":[',
  reset: () => faults.resetBeforeHeaders,
  'reset midway': faults.resetMidBody,
  'error midway': (text) => faults.errorMidStream(text, 'model runner has unexpectedly stopped'),
  'no done': faults.noDone,
  garbage: faults.brokenLine,
  page: () => faults.html(502),
  portal: () => faults.html(200),
  packed: () => faults.gzipped,
  truncated: faults.silentTruncation,
  thinks: () => faults.onlyThinks,
  busy: () => faults.refuses(503, { error: 'server busy, please try again.  maximum pending requests exceeded' }),
  memory: () => faults.refuses(500, { error: 'model requires more system memory (9 GiB) than is available (3 GiB)' }),
  gone: () => faults.refuses(404, { error: 'model "x" not found, try pulling it first' }),
  overflow: () => faults.refuses(400, { error: 'the input length exceeds the context length' }),
  grammar: () => faults.refuses(400, { error: 'failed to parse grammar' }),
  dies: () => faults.dies,
};

interface Held {
  readonly report: Report;
  /** Questions that the review had. */
  readonly wanted: number;
  /** Of these, how many were answered in full and readably. */
  readonly answered: number;
}

const goodAnswer = (asked: Asked, deed: string): string => {
  if (isVerification(asked)) return letterFor(asked, 'No');
  return deed === 'claim' ? claimOf({ quote: 'nowhere()' }) : NOTHING;
};

const hold = (repo: TestRepo, deeds: readonly string[], version: string): Promise<Held> => {
  const answered = new Set<string>();
  const answer = (asked: Asked, n: number): string | Fault => {
    const deed = deeds[n % deeds.length] ?? 'nothing';
    const bad = DEEDS[deed];
    if (bad) return bad(goodAnswer(asked, deed));
    answered.add(/RULE (\S+):[\s\S]*/.exec(textOf(asked))?.[0] ?? '');
    return goodAnswer(asked, deed);
  };
  return withOllama({ version, answer }, async (server) => {
    const env = { ...repo.env, ...freshFolders(repo), OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const opened = await openRepo(repo.root, env);
    const records = await readManifest(opened);
    const signal = new AbortController().signal;
    const request = {
      repo: opened,
      records,
      env,
      message: null,
      useModel: true,
      overrides: {},
      progress: SILENT,
      signal,
    };
    const session = await openSession(request);
    const report = await closeSession(session);
    return { report, wanted: session.plan.pairs.length, answered: answered.size };
  });
};

sequences('never turn an error into a clean review, whatever comes in which order', async ({ repo }) => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(
    fc.array(fc.constantFrom(...Object.keys(DEEDS)), { minLength: 1, maxLength: 7 }),
    fc.constantFrom(...VERSIONS),
    async (deeds, version) => {
      const { report, wanted, answered } = await hold(repo, deeds, version);
      const { outcome, exitCode, notReviewed, notes } = report;
      const unasked = notReviewed.filter(({ rule }) => rule !== undefined);
      seen.add(outcome);
      assert.ok(wanted >= 3, 'there is something to ask');
      if (outcome === 'clean') assert.ok(answered >= wanted, `${answered} of ${wanted} questions were answered`);
      if (answered < wanted) assert.equal([outcome, exitCode], ['not-reviewed', 3]);
      assert.is(outcome === 'not-reviewed', unasked.length > 0);
      if (outcome === 'not-reviewed') assert.ok(notes[0]);
    },
  );
  await fc.assert(property, { numRuns: 60, seed: 20_261_130 });
  assert.equal([...seen].sort(), ['clean', 'not-reviewed']);
});

sequences.run();
