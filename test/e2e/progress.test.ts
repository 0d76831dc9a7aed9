import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { withOllama } from '../support/ollama.ts';
import { refuses } from '../support/ollama-faults.ts';
import { CLOUD_STUB, CODER, fakeModel } from '../support/ollama-models.ts';
import type { FakeOptions } from '../support/ollama-types.ts';
import { withOpenAi } from '../support/openai.ts';
import { finding, freshFolders, paymentsRepo } from '../support/payments.ts';
import type { TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const progress = suite<{ repo: TestRepo }>('what a run says while it works');

progress.before((context) => {
  context.repo = paymentsRepo();
});
progress.after(({ repo }) => repo.remove());

const check = (repo: TestRepo, options: FakeOptions, env: NodeJS.ProcessEnv = {}, ...args: string[]): Promise<Ran> =>
  withOllama({ answer: (asked) => finding(asked), ...options }, (server) =>
    lgtm(['check', ...args], {
      cwd: repo.root,
      env: { ...repo.env, ...freshFolders(repo), OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name, ...env },
    }),
  );

progress(
  'goes to standard error, a line for each stage; standard output holds the report and nothing else',
  async ({ repo }) => {
    const ran = await check(repo, {}, {}, '--format', 'json');
    assert.is((JSON.parse(ran.stdout) as Report).outcome, 'warned');
    const lines = ran.stderr.split('\n').filter((line) => line !== '' && !line.includes('reading the staged change'));
    assert.match(lines[0] ?? '', /^lgtm: looking for the model$/);
    assert.match(lines[1] ?? '', /^lgtm: asking qwen2\.5-coder:7b about \S+ in pay\.js$|, 1 of \d$/);
    assert.match(lines[2] ?? '', /^lgtm: loading model qwen2\.5-coder:7b$/);
    assert.is(lines[3], lines[1], 'said again once the model is there');
    assert.match(lines.at(-1) ?? '', /^lgtm: asking again about res\/non-idempotent-retry in pay\.js:2$/);
    assert.not.ok(ran.stderr.includes('\u001b'));
  },
);

progress('says nothing of loading where the model is in memory', async ({ repo }) => {
  const ran = await check(repo, { loaded: { [CODER.name]: 8192 } });
  assert.not.match(ran.stderr, /loading model/);
});

progress('says nothing at all where there is nothing to ask', async ({ repo }) => {
  const ran = await check(repo, {}, { LGTM_MODEL: 'none' });
  assert.not.match(ran.stderr, /model/);
});

progress('says on every run how many lines go to which other machine', async ({ repo }) => {
  const remote = fakeModel('big:70b', { remoteHost: 'https://gpu.example:8443' });
  const env = freshFolders(repo, 'allowRemote: [gpu.example]\n');
  const options: FakeOptions = {
    models: [remote],
    fault: ({ path }) => (path === '/api/chat' ? refuses(401, { error: 'unauthorized' }) : null),
  };
  const ran = await check(repo, options, { ...env, LGTM_MODEL: remote.name });
  assert.match(ran.stderr, /^lgtm: sending 3 lines to gpu\.example:8443$/m);
  assert.is(ran.code, 3);
});

progress('sends nothing to another machine without consent, and does not say that it did', async ({ repo }) => {
  const ran = await check(repo, {}, { LGTM_MODEL: CLOUD_STUB.name });
  assert.is(ran.code, 3);
  assert.not.match(ran.stderr, /sending/);
  assert.match(
    ran.stdout.replaceAll(/\s+(?:lgtm: )?/g, ' '),
    /runs at ollama\.com, not on this machine, so nothing was sent/,
  );
});

progress('says so of a host beside this machine that the user has agreed to', ({ repo }) =>
  withOpenAi({ flavour: 'vllm', answer: (asked) => finding(asked) }, async ({ host }) => {
    // The mapped form of the loopback address is not one of those that provably stay here.
    const mapped = `[::ffff:7f00:1]:${host.split(':')[1]}`;
    const folders = freshFolders(repo, `provider: vllm\nhost: 'http://${mapped}'\nallowRemote: ['::ffff:7f00:1']\n`);
    const env = { ...repo.env, ...folders };
    const one = await lgtm(['check'], { cwd: repo.root, env });
    assert.match(one.stderr, /^lgtm: sending 3 lines to \[::ffff:7f00:1\]:\d+$/m);
    assert.is(one.code, 0);
    const two = await lgtm(['check'], { cwd: repo.root, env });
    assert.not.match(two.stderr, /sending/, 'answered from disk: nothing was sent');
  }),
);

progress.run();
