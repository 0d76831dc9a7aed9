import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding, Report } from '../../lib/types.ts';
import { check, checked } from '../support/check.ts';
import { policy, question } from '../support/policy.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

const policies = suite<{ repo: TestRepo }>('policies, through the real program');

policies.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'src/a.ts': 'export const a = 1;\n' });
});
policies.after.each(({ repo }) => repo.remove());

const found = ({ findings }: Report): string[] =>
  findings.map(({ severity, rule, path, line }: Finding) => `${severity} ${rule} ${path}:${line}`);

const LAUNCH = 'export const b = () => {\n  launch();\n};\n';

policies(
  'one file is a new rule: written, committed, and the next commit that breaks it is blocked',
  async ({ repo }) => {
    repo.commit({ '.lgtm/policies/space/launch.md': policy('local/space/launch') });
    repo.stage({ 'src/b.ts': LAUNCH });
    const text = await check(repo);
    assert.equal([text.code, found(await checked(repo))], [1, ['block local/space/launch src/b.ts:2']]);
    assert.match(text.stdout, /Nothing calls launch/);
    assert.match(text.stdout, /Ask the control room/);
    repo.stage({ 'src/b.ts': LAUNCH.replace('launch()', "ask('launch')") });
    assert.is((await check(repo)).code, 0);
  },
);

policies('one file is a new question, and the report says that a model is needed for it', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/ask.md': question('local/ask') });
  repo.stage({ 'src/b.ts': LAUNCH });
  const { notReviewed, outcome } = await checked(repo);
  assert.equal(
    [outcome, notReviewed.map(({ path, rule, reason }) => [path, rule, reason])],
    ['clean', [['src/b.ts', 'local/ask', 'needs a model']]],
  );
});

/** What a repository can hold in the place of a policy, and what is said of it. */
const BROKEN: readonly (readonly [what: string, text: string, said: RegExp])[] = [
  [
    'front matter that is JavaScript',
    '---js\nrequire("fs").writeFileSync("ran", "")\n---\n',
    /bad\.md:1: the first line must be ---/,
  ],
  ['front matter that is CoffeeScript', '---coffee\nprocess.exit 0\n---\n', /bad\.md:1: the first line must be ---/],
  ['YAML with a tag that makes an object', '---\nid: !!js/function "() => 1"\n---\n', /bad\.md:\d+: /],
  ['broken YAML', '---\nid: [a\n---\n', /bad\.md:\d+: /],
  ['an unknown key', policy('local/bad', { owner: 'me' }), /bad\.md:10: unknown key "owner"/],
  ['an unknown language', policy('local/bad', { languages: '[tss]' }), /bad\.md:6: .*did you mean "ts"/],
  ['a missing section', policy('local/bad').replace('## Exceptions\n\n- None.\n', ''), /bad\.md:\d*:? ?.*Exceptions/],
  [
    'a pattern that is not linear',
    policy('local/bad', { detect: "{ match: '(a)\\1', in: code }" }),
    /bad\.md:9: the pattern/,
  ],
  ['look-around', policy('local/bad', { detect: "{ match: 'a(?!b)', in: code }" }), /bad\.md:9: .*look-around/],
  ['a megabyte', `${policy('local/bad')}${'x'.repeat(1_000_000)}`, /bad\.md: larger than 64 KiB/],
];

policies(
  'what is broken is named with file and line; the rest of the catalogue works; nothing runs',
  async ({ repo }) => {
    for (const [what, text, said] of BROKEN) {
      repo.commit({ '.lgtm/policies/bad.md': text, '.lgtm/policies/good.md': policy('local/good') });
      repo.stage({ 'src/b.ts': LAUNCH });
      const report = await checked(repo);
      assert.equal(found(report), ['block local/good src/b.ts:2'], what);
      assert.match(report.notes.join('\n'), said, what);
      rmSync(join(repo.root, 'src/b.ts'));
      repo.git('add', '-A');
      assert.not.ok(existsSync(join(repo.root, 'ran')), what);
    }
  },
);

policies(
  'a commit that stages what is broken is refused with exit 2, and one that mends it is not',
  async ({ repo }) => {
    const broken = BROKEN[4]?.[1] ?? '';
    repo.stage({ '.lgtm/policies/bad.md': broken });
    const refused = await check(repo);
    assert.is(refused.code, 2);
    assert.match(refused.stderr, /\.lgtm\/policies\/bad\.md:10: unknown key "owner"/);
    repo.commit({});
    repo.stage({ '.lgtm/policies/bad.md': policy('local/bad') });
    assert.is((await check(repo)).code, 0);
  },
);

policies('two files with one id are named, and the first counts', async ({ repo }) => {
  repo.commit({
    'lgtm.config.yaml': "policies: ['.lgtm/policies/**/*.md', 'rules/*.md']\n",
    '.lgtm/policies/rules/twin.md': policy('local/rules/twin'),
    'rules/twin.md': policy('local/rules/twin', { severity: 'info' }),
  });
  repo.stage({ 'src/b.ts': LAUNCH });
  const report = await checked(repo);
  assert.equal(found(report), ['block local/rules/twin src/b.ts:2']);
  assert.match(report.notes.join('\n'), 'rules/twin.md: its id local/rules/twin is also that of');
});

policies('a glob that no tracked file matches is a warning of the commit that stages it', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/good.md': policy('local/good') });
  repo.stage({ '.lgtm/policies/lost.md': policy('local/lost', { paths: "['srcc/**', 'src/**', 'lbi/*.ts']" }) });
  const { outcome, notes } = await checked(repo);
  assert.is(outcome, 'clean');
  assert.ok(notes.includes('.lgtm/policies/lost.md: no file matches "srcc/**", "lbi/*.ts" of paths'), notes.join('\n'));
});

policies('a link is named and not followed; a pipe in the work tree holds nobody up', async ({ repo }) => {
  repo.write('../outside.md', policy('local/outside'));
  repo.link('.lgtm/policies/link.md', '../../../outside.md');
  repo.commit({ '.lgtm/policies/good.md': policy('local/good') });
  rmSync(join(repo.root, '.lgtm/policies/good.md'));
  execFileSync('mkfifo', [join(repo.root, '.lgtm/policies/good.md')]);
  repo.write('src/b.ts', LAUNCH);
  repo.git('add', 'src/b.ts');
  const report = await checked(repo);
  assert.equal(found(report), ['block local/good src/b.ts:2']);
  assert.match(report.notes.join('\n'), '.lgtm/policies/link.md is a link; links are not followed');
  const tested = await lgtm(['rules', 'test', 'local/good'], { cwd: repo.root, env: repo.env });
  assert.equal([tested.code, /good\.md is no plain file/.test(tested.stdout)], [1, true], tested.stdout);
});

/** Puts many policies into HEAD without writing them into a work tree. */
const importPolicies = (repo: TestRepo, count: number): void => {
  const parts = [
    'commit refs/heads/main\ncommitter a <a@example.invalid> 0 +0000\ndata 1\nx\nfrom refs/heads/main^0\n',
  ];
  for (let i = 0; i < count; i++) {
    const name = `p${String(i).padStart(6, '0')}`;
    const text = policy(`local/d${i % 100}/${name}`);
    parts.push(`M 100644 inline .lgtm/policies/d${i % 100}/${name}.md\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  }
  repo.input(parts.join(''), 'fast-import', '--quiet', '--force');
  repo.git('read-tree', 'HEAD');
};

policies(
  'of a hundred thousand policies the first five hundred count, and the others are counted',
  async ({ repo }) => {
    importPolicies(repo, 100_000);
    repo.write('src/b.ts', LAUNCH);
    repo.git('add', 'src/b.ts');
    const report = await checked(repo);
    assert.match(report.notes.join('\n'), '100000 policies: the first 500 count, the other 99500 do not');
    assert.ok(report.findings.every(({ rule }) => rule.startsWith('local/')));
    assert.is(report.outcome, 'blocked');
  },
);

policies.run();
