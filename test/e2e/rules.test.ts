import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RuleHeader } from '../../lib/types.ts';
import { policy, question } from '../support/policy.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const rules = suite<{ repo: TestRepo }>('lgtm rules');

rules.before.each((context) => {
  context.repo = makeRepo();
});
rules.after.each(({ repo }) => repo.remove());

const call = (repo: TestRepo, ...args: string[]): Promise<Ran> =>
  lgtm(['rules', ...args], { cwd: repo.root, env: repo.env });

const listed = async (repo: TestRepo, ...args: string[]): Promise<(RuleHeader & { inForce: string })[]> =>
  JSON.parse((await call(repo, 'list', '--json', ...args)).stdout);

rules('test stages every example of the catalogue, and each is as its rule says', async ({ repo }) => {
  const patient = { cwd: repo.root, env: repo.env, patience: 500_000 };
  const { code, stdout, stderr } = await lgtm(['rules', 'test', '--json'], patient);
  const { passed, failed, examples } = JSON.parse(stdout || '{}');
  assert.equal([code, failed, stderr], [0, 0, '']);
  const count = (await listed(repo)).length;
  assert.ok(count >= 88);
  assert.ok(passed >= 5 * count, `${passed} examples of ${count} rules`);
  for (const kind of ['bad', 'good', 'near'])
    assert.is(
      new Set(examples.filter((one: { kind: string }) => one.kind === kind).map((one: { rule: string }) => one.rule))
        .size,
      count,
      kind,
    );
});

rules(
  'test runs the policies as they stand in the work tree, and names file and line of what is wrong',
  async ({ repo }) => {
    repo.write('.lgtm/policies/right.md', policy('local/right'));
    assert.match(
      (await call(repo, 'test', 'local/right')).stdout,
      /^ok {5}local\/right \(2 examples\)\n2 passed, 0 failed/,
    );
    repo.write('.lgtm/policies/silent.md', policy('local/silent', { detect: "{ match: 'nowhere', in: code }" }));
    const silent = await call(repo, 'test', 'local/silent');
    assert.is(silent.code, 1);
    assert.match(
      silent.stdout,
      /\.lgtm\/policies\/silent\.md:\d+: bad example: expected src\/example\.ts:1, found nothing/,
    );
    repo.write('.lgtm/policies/loud.md', policy('local/loud', { detect: "{ match: '.', in: text }" }));
    assert.match(
      (await call(repo, 'test', 'local/loud')).stdout,
      /loud\.md:\d+: good example: found src\/example\.ts:1/,
    );
    repo.write('.lgtm/policies/broken.md', policy('local/broken', { severity: 'fatal' }));
    const broken = await call(repo, 'test', 'local/broken');
    assert.equal([broken.code, /FAIL {3}\.lgtm\/policies\/broken\.md:4: "severity"/.test(broken.stdout)], [1, true]);
  },
);

rules('a good example that another blocking rule stops fails', async ({ repo }) => {
  const unsafe = policy('local/unsafe').replace("ask('launch');", ['ev', 'al(input);'].join(''));
  repo.write('.lgtm/policies/unsafe.md', unsafe);
  const { code, stdout } = await call(repo, 'test', 'local/unsafe');
  assert.is(code, 1);
  assert.match(stdout, /good example: sec\/dynamic-eval, which blocks, fires on it/);
});

for (const kind of ['D', 'H', 'M'])
  rules(`new writes a rule of class ${kind} that passes its own examples, once`, async ({ repo }) => {
    const made = await call(repo, 'new', 'fees/round-up', '--class', kind);
    assert.equal([made.code, made.stderr], [0, '']);
    const path = join(repo.root, '.lgtm/policies/fees/round-up.md');
    assert.match(readFileSync(path, 'utf8'), `id: local/fees/round-up`);
    const tried = await call(repo, 'test', 'local/fees/round-up');
    assert.equal([tried.code, tried.stdout.split('\n').at(-2)], [0, '5 passed, 0 failed']);
    const again = await call(repo, 'new', 'fees/round-up');
    assert.is(again.code, 2);
    assert.match(again.stderr, /is there already and stays as it is/);
  });

rules('new takes no id that leads out of its folder', async ({ repo }) => {
  for (const id of ['../out', 'a/../../out', '/etc/out', 'A', '']) assert.is((await call(repo, 'new', id)).code, 2, id);
  assert.not.ok(existsSync(join(repo.root, '..', 'out.md')));
});

rules('list shows local rules with the others, and filters', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/a.md': policy('local/a'), 'lgtm.config.yaml': 'rules: { local/a: info }\n' });
  const own = await listed(repo, '--origin', 'local');
  assert.equal(
    own.map(({ id, severity, inForce }) => [id, severity, inForce]),
    [['local/a', 'block', 'info']],
  );
  assert.match((await call(repo, 'list')).stdout, /^info \* D {2}local\/a +Nothing calls launch$/m);
  assert.ok((await listed(repo, '--class', 'M')).every((rule) => rule.class === 'M'));
  assert.ok((await listed(repo, '--domain', 'bitcoin')).every(({ id }) => id.startsWith('btc/')));
  assert.ok((await listed(repo, '--quality', 'security')).length > 5);
  assert.ok((await listed(repo, '--language', 'go', '--severity', 'block')).length < (await listed(repo)).length);
});

rules('show prints a rule with its examples, and says what was meant where there is none', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/a.md': policy('local/a') });
  const shown = await call(repo, 'show', 'local/a');
  assert.match(shown.stdout, /^RULE local\/a: Nothing calls launch\n/);
  assert.match(shown.stdout, /Bad:\n {2}launch\(\);/);
  assert.match(shown.stdout, /Waive one place: lgtm-ignore local\/a: reason/);
  const missed = await call(repo, 'show', 'sec/dynamic-evil');
  assert.is(missed.code, 2);
  assert.match(missed.stderr, 'Did you mean "sec/dynamic-eval"?');
});

rules('why says which rules apply to a path and why the others do not', async ({ repo }) => {
  repo.commit({
    '.lgtm/policies/a.md': policy('local/a', { paths: "['src/**']" }),
    '.lgtm/policies/ask.md': question('local/ask'),
    'lgtm.config.yaml': 'rules: { corr/loose-equality: off }\n',
    'src/pay.ts':
      "import { payments } from 'bitcoinjs-lib';\nexport const pay = (feeRate: number) => payments(feeRate);\n",
  });
  const { stdout } = await call(repo, 'why', 'src/pay.ts', '--json');
  const { domains, rules: all } = JSON.parse(stdout);
  const why = (id: string): unknown[] => {
    const rule = all.find((one: { id: string }) => one.id === id);
    return [rule.applies, rule.why];
  };
  assert.ok(domains.includes('bitcoin'));
  assert.equal(why('local/a'), [true, 'its detector looks at every added line']);
  assert.equal(why('local/ask'), [true, 'asked about every chunk']);
  assert.equal(why('btc/float-amount')[0], true);
  assert.equal(why('corr/loose-equality'), [false, 'switched off']);
  assert.equal(why('corr/mutable-default-arg'), [false, 'language is ts']);
  const page = (await call(repo, 'why', 'lib/other.ts')).stdout;
  assert.match(page, /^lib\/other\.ts: language ts; domains none \(by its name alone: it is not in the index\)$/m);
  assert.match(page, /local\/a +path is outside src\/\*\*/);
});

rules('a verb that does not exist is a usage error', async ({ repo }) => {
  const { code, stderr } = await call(repo, 'tset');
  assert.is(code, 2);
  assert.match(stderr, 'unknown verb "tset"');
});

rules.run();
