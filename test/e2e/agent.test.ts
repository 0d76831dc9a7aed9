import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { withOllama } from '../support/ollama.ts';
import { CODER } from '../support/ollama-models.ts';
import { finding, freshFolders, paymentsRepo } from '../support/payments.ts';
import { makeRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

const agent = suite('the stream for agents');

type Event = Record<string, unknown> & { readonly event: string };
const eventsOf = (stdout: string): Event[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);

agent('begins before the model is asked, tells each step, and ends with the whole report', async () => {
  const repo = paymentsRepo();
  const ran = await withOllama({ answer: (asked) => finding(asked) }, (server) =>
    lgtm(['check', '--format', 'ndjson'], {
      cwd: repo.root,
      env: { ...repo.env, ...freshFolders(repo), OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name },
    }),
  );
  const events = eventsOf(ran.stdout);
  const [started, ...others] = events;
  assert.equal([started?.['schema'], started?.['files'], started?.['model']], [1, 1, CODER.name]);
  assert.ok(Number(started?.['rules']) > 50 && Number(started?.['addedLines']) > 0, JSON.stringify(started));
  const progress = others.filter(({ event }) => event === 'progress');
  assert.ok(
    progress.some(({ rule, path }) => rule === 'res/non-idempotent-retry' && path === 'pay.js'),
    ran.stdout,
  );
  const kinds = others.map(({ event }) => event);
  assert.ok(kinds.lastIndexOf('progress') < kinds.indexOf('finding'), kinds.join());
  const last = events.at(-1);
  const report = last?.['report'] as Report;
  assert.equal([last?.event, last?.['outcome'], last?.['exitCode']], ['finished', 'warned', ran.code]);
  assert.equal(
    report.findings,
    events.filter(({ event }) => event === 'finding').map(({ event: _, ...one }) => one),
  );
  repo.remove();
});

agent('begins and ends where there is nothing to look at, and goes into a file as what was found', async () => {
  const repo = makeRepo();
  const options = { cwd: repo.root, env: repo.env };
  const nothing = eventsOf((await lgtm(['check', '--format', 'ndjson'], options)).stdout);
  assert.equal(
    nothing.map(({ event, files, outcome }) => [event, files ?? outcome]),
    [
      ['started', 0],
      ['finished', 'clean'],
    ],
  );
  repo.stage({ 'a.js': 'try {\n  go();\n} catch {}\n' });
  const ran = await lgtm(['check', '--no-model', '--format', 'ndjson=report.ndjson'], options);
  assert.match(ran.stdout, /lgtm: warned/);
  const written = execFileSync('cat', [join(repo.root, 'report.ndjson')], { encoding: 'utf8' });
  assert.equal(
    eventsOf(written).map(({ event }) => event),
    ['finding', 'finished'],
  );
  repo.remove();
});

agent.run();
