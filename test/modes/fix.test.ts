import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readManifest } from '../../lib/git/manifest.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { type Fix, runFix } from '../../lib/modes/fix-mode.ts';
import { SILENT } from '../../lib/progress.ts';
import { type Entry, openTranscript } from '../../lib/runtime/transcript.ts';
import { closeSession, openSession } from '../../lib/session.ts';
import { sentTo } from '../support/full.ts';
import { withOllama } from '../support/ollama.ts';
import { CODER } from '../support/ollama-models.ts';
import type { Asked } from '../support/ollama-types.ts';
import { CHANGE, finding, freshFolders, NOTHING, PAY, RULE, textOf } from '../support/payments.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { playing, type Script } from '../support/roles.ts';

const fix = suite<{ repo: TestRepo }>('a proposed patch');

const CLOCK = 'export const isExpired = (token) => token.exp < Date.now();';
const EVAL = 'export const run = (code) => eval(code);';

fix.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'pay.js': '// Payments.\n', 'other.js': 'same();\n' });
});
fix.after.each(({ repo }) => repo.remove());

interface Held {
  readonly fix: Fix;
  readonly entries: readonly Entry[];
  readonly reason: string;
}

const hold = (repo: TestRepo, rule: string, script: Script, review?: (asked: Asked) => string): Promise<Held> =>
  withOllama({ answer: playing(script, review) }, async (server) => {
    const env = { ...repo.env, ...freshFolders(repo), OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const opened = await openRepo(repo.root, env);
    const session = await openSession({
      ...{ repo: opened, records: await readManifest(opened), env, message: null, useModel: true },
      ...{ overrides: {}, progress: SILENT, signal: new AbortController().signal },
    });
    const report = await closeSession(session);
    const found = report.findings.find((one) => one.rule === rule);
    if (!found) throw new Error(`no finding of ${rule}: ${JSON.stringify(report)}`);
    const transcript = openTranscript(null);
    const held = await runFix({ session, report, finding: found, transcript });
    return { fix: held, entries: transcript.entries, reason: held.ok ? '' : held.why };
  });

const proposal = (old: string, next: string): string => JSON.stringify({ old, new: next, why: 'as the rule asks' });

/** The Reviewer finds the payment as long as nothing passes a key. */
const watchful = (asked: Asked): string => (textOf(asked).includes('key: inv.id') ? NOTHING : finding(asked));

const KEYED = 'export const retryPay = (inv) => retry(() => pay(inv, { key: inv.id }));';

fix('mends what a model found, and is asked the same question again', async ({ repo }) => {
  repo.stage({ 'pay.js': CHANGE });
  const before = repo.git('status', '--porcelain=v2', '-z');
  const objects = repo.git('count-objects', '-v');
  const held = await hold(repo, RULE, { builder: proposal(PAY, KEYED) }, watchful);
  if (!held.fix.ok) throw new Error(held.reason);
  const patch = held.fix.patch.toString();
  assert.match(patch, /^diff --git a\/pay\.js b\/pay\.js\n/);
  assert.equal(patch.match(/^[-+][^-+].*$/gm), [`-${PAY}`, `+${KEYED}`]);
  assert.match(sentTo(held.entries, 'reviewer'), /key: inv\.id/);
  assert.equal([repo.git('status', '--porcelain=v2', '-z'), repo.git('count-objects', '-v')], [before, objects]);
  repo.input(patch, 'apply', '--cached', '-');
  assert.match(repo.git('show', ':pay.js'), /key: inv\.id/);
});

fix('mends what a detector found, and needs no Reviewer for it', async ({ repo }) => {
  repo.stage({ 'run.js': `${EVAL}\n` });
  const held = await hold(
    repo,
    'sec/dynamic-eval',
    { builder: proposal(EVAL, 'export const run = (code) => JSON.parse(code);') },
    () => NOTHING,
  );
  assert.ok(held.fix.ok, held.reason);
});

for (const [what, old, next, reason] of [
  ['leaves the finding where it was', PAY, `${PAY} // safe`, /still finds it/],
  ['replaces lines that stand nowhere', 'export const nothing = 1;', 'x', /do not stand there exactly/],
  ['replaces nothing', PAY, PAY, /"new" equals "old"/],
  ['adds a waiver', PAY, `// lgtm-ignore ${RULE}: fine\n${PAY}`, /a waiver is no fix/],
  ['brings another finding', PAY, `${KEYED}\n${EVAL}`, /it brings /],
  ['replaces without end', PAY, `${KEYED}\n${'more();\n'.repeat(200)}`, /replaces too much/],
] as const)
  fix(`does not stand where it ${what}`, async ({ repo }) => {
    repo.stage({ 'pay.js': CHANGE });
    const held = await hold(repo, RULE, { builder: proposal(old, next) }, watchful);
    assert.is(held.fix.ok, false);
    assert.match(held.reason, reason);
    assert.match(sentTo(held.entries, 'builder'), reason, 'the Builder was not told');
  });

fix('is asked for again with the reason, and stands once it is right', async ({ repo }) => {
  repo.stage({ 'pay.js': CHANGE });
  const script = { builder: (_: unknown, n: number) => proposal(PAY, n === 0 ? `${PAY} // safe` : KEYED) };
  assert.ok((await hold(repo, RULE, script, watchful)).fix.ok);
});

fix('does not stand where it cannot be checked again', async ({ repo }) => {
  repo.stage({ 'pay.js': CHANGE });
  const dumb = (asked: Asked): string => (textOf(asked).includes('key: inv.id') ? 'Hm.' : finding(asked));
  assert.match((await hold(repo, RULE, { builder: proposal(PAY, KEYED) }, dumb)).reason, /could not be checked again/);
});

fix('keeps the line ends of the file, and what is beside the lines', async ({ repo }) => {
  const dos = CHANGE.replaceAll('\n', '\r\n').replace(/\r\n$/, '');
  repo.stage({ 'pay.js': dos });
  const held = await hold(repo, RULE, { builder: proposal(PAY, KEYED) }, watchful);
  assert.ok(held.fix.ok, held.reason);
  if (held.fix.ok) assert.is(held.fix.text, dos.replace(PAY, KEYED));
});

fix('lets the Builder read the reviewed state and nothing else', async ({ repo }) => {
  repo.stage({ 'pay.js': CHANGE });
  repo.write('other.js', 'WORK-TREE();\n');
  const calls = ['other.js', '../../etc/passwd'].map((path) =>
    JSON.stringify({ tool: 'read_file', args: { path, from: 1, to: 5 } }),
  );
  const script = { builder: (_: unknown, n: number) => calls[n] ?? proposal(PAY, KEYED) };
  const { entries } = await hold(repo, RULE, script, watchful);
  const results = entries.flatMap((one) => (one.kind === 'tool' ? [one.refused ?? one.result] : []));
  assert.match(results[0] ?? '', /1: same\(\);/);
  assert.is(results[1], 'that is no path inside the repository');
});

/** Asked of the Builder about a rule that only proposes places. */
fix('mends what a detector proposed and a model confirmed', async ({ repo }) => {
  repo.stage({ 'token.js': `${CLOCK}\n` });
  const claim = JSON.stringify({ findings: [{ quote: CLOCK, line: 'L1', why: 'reads the clock inside', fix: '' }] });
  const review = (asked: Asked): string =>
    textOf(asked).includes('RULE det/wall-clock') && !textOf(asked).includes('Answer with one letter')
      ? claim
      : finding(asked);
  const held = await hold(
    repo,
    'det/wall-clock',
    { builder: proposal(CLOCK, 'export const isExpired = (token, now) => token.exp < now;') },
    review,
  );
  assert.ok(held.fix.ok, held.reason);
});

fix.run();
