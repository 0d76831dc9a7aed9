import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SpecError } from '../../lib/errors.ts';
import { readManifest } from '../../lib/git/manifest.ts';
import { openRepo } from '../../lib/git/repo.ts';
import { isCheck } from '../../lib/pass/checks/index.ts';
import { loadPolicies, type Policies } from '../../lib/specs/policies.ts';
import { DEFAULT_GLOB } from '../../lib/specs/policy-places.ts';
import { policy, question } from '../support/policy.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';

const policies = suite<{ repo: TestRepo }>('policies of a repository');

policies.before.each((context) => {
  context.repo = makeRepo();
});
policies.after.each(({ repo }) => repo.remove());

const load = async ({ root, env }: TestRepo, globs: readonly string[] = [DEFAULT_GLOB]): Promise<Policies> => {
  const repo = await openRepo(root, env);
  return loadPolicies(repo, globs, await readManifest(repo), isCheck);
};

const ids = ({ rules }: Policies): string[] => rules.map(({ id, severity }) => `${id} ${severity}`);

const refusal = async (repo: TestRepo): Promise<string> => {
  try {
    await load(repo);
  } catch (error) {
    assert.instance(error, SpecError);
    return (error as SpecError).message;
  }
  return 'accepted';
};

policies('there are none where no file is', async ({ repo }) => {
  assert.equal(await load(repo), { rules: [], notes: [], hints: [] });
  repo.commit({ 'a.md': '# no policy' });
  assert.equal(await load(repo), { rules: [], notes: [], hints: [] });
});

policies('the staged ones count where HEAD has none, and that is said', async ({ repo }) => {
  repo.stage({ '.lgtm/policies/a.md': policy('local/a'), '.lgtm/policies/deep/b.md': question('local/deep/b') });
  const first = await load(repo);
  assert.equal(ids(first), ['local/a block', 'local/deep/b warn']);
  assert.equal(first.notes, ['HEAD has no policies yet; the 2 staged ones count']);
  repo.git('commit', '-q', '--no-verify', '-m', 'policies');
  assert.equal([ids(await load(repo)), (await load(repo)).notes], [['local/a block', 'local/deep/b warn'], []]);
});

policies('the work tree is not looked at', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/a.md': policy('local/a') });
  repo.write('.lgtm/policies/a.md', policy('local/a', { severity: 'info' }));
  repo.write('.lgtm/policies/b.md', policy('local/b'));
  assert.equal(ids(await load(repo)), ['local/a block']);
});

policies('a commit cannot loosen or remove what HEAD holds', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/a.md': policy('local/a'), '.lgtm/policies/b.md': policy('local/b') });
  repo.git('rm', '-q', '.lgtm/policies/b.md');
  repo.stage({ '.lgtm/policies/a.md': policy('local/a', { severity: 'info' }) });
  const { rules, notes } = await load(repo);
  assert.equal(
    rules.map(({ id, severity }) => [id, severity]),
    [
      ['local/a', 'block'],
      ['local/b', 'block'],
    ],
  );
  assert.equal(notes, [
    'this commit changes .lgtm/policies/a.md; it counts from the next commit on',
    'this commit removes .lgtm/policies/b.md; it still counts for this commit',
  ]);
});

policies('what tightens counts at once, and nothing else of a change does', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/a.md': policy('local/a', { severity: 'warn', title: 'Before' }) });
  repo.stage({
    '.lgtm/policies/a.md': policy('local/a', { title: 'After' }),
    '.lgtm/policies/new.md': policy('local/new'),
    '.lgtm/policies/asked.md': question('local/asked'),
  });
  const { rules, notes } = await load(repo);
  assert.equal(
    rules.map(({ id, severity, title }) => [id, severity, title]),
    [
      ['local/a', 'block', 'Before'],
      ['local/new', 'block', 'Nothing calls launch'],
    ],
  );
  assert.equal(notes, [
    'this commit changes .lgtm/policies/a.md; its severity block counts at once, the rest from the next commit on',
    'this commit adds .lgtm/policies/asked.md; the model is asked about it from the next commit on',
    'this commit adds .lgtm/policies/new.md; it counts at once',
  ]);
});

policies('a renamed policy counts once, under its earlier name', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/a.md': policy('local/a') });
  repo.git('mv', '.lgtm/policies/a.md', '.lgtm/policies/b.md');
  repo.stage({ '.lgtm/policies/b.md': policy('local/b') });
  const { rules, notes } = await load(repo);
  assert.equal(
    rules.map(({ id }) => id),
    ['local/a'],
  );
  assert.match(notes.join(), 'renames .lgtm/policies/a.md to .lgtm/policies/b.md; it counts under that name');
});

policies(
  'a broken policy in HEAD is named and the rest counts; the commit that mends it is accepted',
  async ({ repo }) => {
    repo.commit({
      '.lgtm/policies/good.md': policy('local/good'),
      '.lgtm/policies/bad.md': policy('local/bad', { severity: 'fatal' }),
    });
    const broken = await load(repo);
    assert.equal(ids(broken), ['local/good block']);
    assert.match(
      broken.notes.join(),
      /^a policy does not count: \.lgtm\/policies\/bad\.md:4: "severity": unknown value "fatal"/,
    );
    repo.stage({ '.lgtm/policies/bad.md': policy('local/bad') });
    assert.equal(ids(await load(repo)), ['local/good block', 'local/bad block']);
  },
);

/** Policies that no commit may stage, and what is said of each. */
const BROKEN: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  ['front matter in JavaScript', '---js\nglobalThis.ran = 1\n---\n', /a\.md:1: the first line must be ---/],
  ['front matter of another engine', '---json\n{}\n---\n', /a\.md:1: the first line must be ---/],
  ['front matter that never closes', '---\nid: local/a\n', /a\.md:1: the front matter is not closed/],
  ['YAML that does not parse', '---\nid: [a\n---\n', /a\.md:[23]: /],
  ['an unknown key', policy('local/a', { owner: 'me' }), /a\.md:10: unknown key "owner"/],
  ['an unknown language', policy('local/a', { languages: '[tss]' }), /a\.md:6: .*did you mean "ts"\?/],
  [
    'a missing section',
    policy('local/a').replace('## Exceptions', '## Exception'),
    /a\.md:\d+: "## Exception" is no section/,
  ],
  ['another id than the path says', policy('local/b'), /a\.md:2: id is "local\/b", but the path says "local\/a"/],
  [
    'a pattern that is not linear',
    policy('local/a', { detect: "{ match: '(a)\\1', in: code }" }),
    /a\.md:9: the pattern cannot/,
  ],
  ['look-around', policy('local/a', { detect: "{ match: '(?=a)', in: code }" }), /look-around/],
  [
    'a check that does not exist',
    policy('local/a', { detect: '{ check: nothing }' }),
    /a\.md: there is no check "nothing"/,
  ],
  ['a megabyte', `${policy('local/a')}${'x'.repeat(1_000_000)}`, /a\.md: larger than 64 KiB/],
];

policies(
  'a staged policy that cannot be read is refused with file and line, and nothing of it runs',
  async ({ repo }) => {
    repo.commit({ 'a.ts': '' });
    for (const [what, text, message] of BROKEN) {
      repo.stage({ '.lgtm/policies/a.md': text });
      assert.match(await refusal(repo), message, what);
    }
    assert.is('ran' in globalThis, false);
  },
);

policies('a link in place of a policy or of their folder is named and never followed', async ({ repo }) => {
  repo.commit({ 'secret.md': policy('local/secret'), '.lgtm/policies/good.md': policy('local/good') });
  repo.link('.lgtm/policies/link.md', '../../secret.md');
  repo.git('add', '-A');
  assert.match(await refusal(repo), '.lgtm/policies/link.md is a link; links are not followed');
  repo.git('commit', '-q', '--no-verify', '-m', 'link');
  const linked = await load(repo);
  assert.equal(
    [ids(linked), linked.notes],
    [['local/good block'], ['a policy does not count: .lgtm/policies/link.md is a link; links are not followed']],
  );
  repo.git('rm', '-rq', '.lgtm');
  repo.link('.lgtm/policies', '../elsewhere');
  repo.git('add', '-A');
  repo.git('commit', '-q', '--no-verify', '-m', 'folder');
  assert.match((await load(repo)).notes.join(), '.lgtm/policies is a link; links are not followed');
});

policies('two files with one id are named, and the first counts', async ({ repo }) => {
  repo.commit({
    '.lgtm/policies/house/rule.md': policy('local/house/rule'),
    'house/rule.md': policy('local/house/rule', { severity: 'info' }),
  });
  const both = await load(repo, [DEFAULT_GLOB, 'house/*.md']);
  assert.equal(ids(both), ['local/house/rule block']);
  assert.match(
    both.notes.join(),
    'house/rule.md: its id local/house/rule is also that of .lgtm/policies/house/rule.md',
  );
});

policies('globs of the configuration say where policies stand', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/a.md': policy('local/a'), 'rules/b.policy.md': policy('local/rules/b.policy') });
  assert.equal(ids(await load(repo, ['rules/*.policy.md'])), ['local/rules/b.policy block']);
  assert.equal(ids(await load(repo, ['**/*.policy.md'])), ['local/rules/b.policy block']);
  assert.equal(ids(await load(repo, [])), []);
});

policies('notes that the entry point links to count where they are rules', async ({ repo }) => {
  repo.commit({
    '.lgtm/policies/README.md': [
      '# Policies',
      '[fees](../../docs/fees.md) [style](../../docs/style.md) [jekyll](../../docs/page.md)',
      '[outside](../../../../etc/passwd.md) [gone](gone.md) [web](https://acme.example/x.md)',
      '[link](../../docs/link.md)',
    ].join('\n'),
    'docs/fees.md': policy('local/docs/fees'),
    'docs/style.md': '# Style\n\nBe brief.\n',
    'docs/page.md': '---\nlayout: page\n---\ntext\n',
  });
  repo.link('docs/link.md', '/etc/passwd');
  repo.git('add', '-A');
  repo.git('commit', '-q', '--no-verify', '-m', 'link');
  const linked = await load(repo);
  assert.equal(ids(linked), ['local/docs/fees block']);
  assert.equal(linked.notes, [
    'a policy does not count: .lgtm/policies/README.md:3: ../../../../etc/passwd.md lies outside of the repository and is not followed',
    'a policy does not count: docs/link.md is a link; links are not followed',
  ]);
  assert.equal(
    linked.hints.map(({ text }) => text),
    ['.lgtm/policies/README.md links to .lgtm/policies/gone.md, which HEAD does not hold'],
  );
});

policies('beyond the cap they are counted and left out', async ({ repo }) => {
  const files = Array.from({ length: 503 }, (_, i): [string, string] => [
    `.lgtm/policies/p${String(i).padStart(4, '0')}.md`,
    policy(`local/p${String(i).padStart(4, '0')}`),
  ]);
  repo.commit(Object.fromEntries(files));
  const many = await load(repo);
  assert.is(many.rules.length, 500);
  assert.equal(many.notes, ['503 policies: the first 500 count, the other 3 do not']);
});

policies('prose becomes one rule for the model, with a hint', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/Code Style.md': '# Names tell\n\n- Name functions after what they return.\n' });
  const { rules, hints, notes } = await load(repo);
  const [rule] = rules;
  assert.equal(
    [rule?.id, rule?.title, rule?.class, rule?.severity, rule?.freeForm],
    ['local/code-style', 'Names tell', 'M', 'warn', true],
  );
  assert.is(rule?.when, 'Names tell Name functions after what they return');
  assert.is(rule?.body.antiPatterns, 'What goes against this: Name functions after what they return.');
  assert.equal([notes, hints.length], [[], 1]);
  assert.match(hints[0]?.text ?? '', 'has no front matter');
});

policies('sections of prose are those of a rule, and its marked blocks are examples', async ({ repo }) => {
  const text = (fence: string): string =>
    `# Fees\n\n## Definition\nFees round up.\n## Requirements\n- Round up.\n## Anti-Patterns\n- floor()\n## Examples\n\`\`\`${fence}\nfloor(fee)\n\`\`\`\n`;
  repo.commit({
    '.lgtm/policies/marked.md': text('ts bad lines=1'),
    '.lgtm/policies/plain.md': text('ts'),
    '.lgtm/policies/wrong.md': text('ts bad'),
  });
  const { rules, hints } = await load(repo);
  assert.equal(
    rules.map(({ body }) => [body.definition, body.antiPatterns, body.examples.length]),
    [
      ['Fees round up.', '- floor()', 1],
      ['Fees round up.', '- floor()', 0],
      ['Fees round up.', '- floor()', 0],
    ],
  );
  assert.match(
    hints.map((hint) => hint.text).join('\n'),
    /wrong\.md:\d+: a bad example must say .*: the examples of this policy do not count/,
  );
});

policies.run();
