import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Evaluation } from '../../lib/eval/evaluate.ts';
import { policy } from '../support/policy.ts';
import { makeRepo, type TestRepo, testEnvironment } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

/** What a user measures: the rules of a repository, on the repository's own changes. */

const own = suite<{ repo: TestRepo }>('lgtm eval in a repository');
own.before.each((context) => {
  context.repo = makeRepo();
});
own.after.each(({ repo }) => repo.remove());

const CASE = (front: string, body: string): string => `---\nstratum: ${front}\nabout: a test\n---\n\n${body}\n`;
const LAUNCH = CASE('C', '```js new file=src/go.js\nexport const go = () => launch(1); ⟦local/launch⟧\n```');
const PRINT = CASE(
  'C',
  '```py new file=src/go.py\nimport pickle\n\nORDER = pickle.loads(open("o").read()) ⟦sec/unsafe-deserialise⟧\n```',
);

const measure = async (repo: TestRepo, ...args: string[]): Promise<Evaluation> => {
  const env = { ...repo.env, XDG_DATA_HOME: join(repo.home, 'data') };
  const path = join(repo.beside, 'figures.json');
  const ran = await lgtm(['eval', '--cases', 'cases', '--json', path, ...args], { cwd: repo.root, env });
  assert.is(ran.code, 0, ran.stderr);
  return JSON.parse(readFileSync(path, 'utf8')) as Evaluation;
};

const rules = ({ all }: Evaluation) =>
  all.rules.map(({ rule, precision, recall }) => [rule, precision.hits, precision.of, recall.hits, recall.of]);

own('measures its policies, on their examples and on its own cases', async ({ repo }) => {
  repo.commit({ '.lgtm/policies/launch.md': policy('local/launch'), 'cases/launch.md': LAUNCH });
  const made = await measure(repo);
  assert.equal(made.faults, []);
  assert.equal(made.corpus, { ...made.corpus, cases: 3, clean: 1 }, 'a bad example, a good one, and the case');
  assert.equal(rules(made), [['local/launch', 2, 2, 2, 2]]);
});

own('measures with --quick only what can apply to its files', async ({ repo }) => {
  repo.commit({
    'src/app.py': 'print(1)\n',
    '.lgtm/policies/launch.md': policy('local/launch'),
    'cases/a.md': LAUNCH,
    'cases/b.md': PRINT,
  });
  assert.equal(rules(await measure(repo, '--quick')), [['sec/unsafe-deserialise', 1, 1, 1, 1]]);
  assert.equal(
    rules(await measure(repo)).map(([rule]) => rule),
    ['local/launch', 'sec/unsafe-deserialise'],
  );
});

own('holds the harness against scripted models on a part of the corpus', async () => {
  const repo = makeRepo();
  const env = { ...testEnvironment(repo.home) };
  const args = ['eval', '--self-check', '--split', 'all', '--limit', '12'];
  const ran = await lgtm(args, { cwd: repo.beside, env });
  assert.is(ran.code, 0, ran.stdout + ran.stderr);
  // A lured case brings its twin along, beyond the limit.
  assert.match(ran.stdout, /^1[23] cases; 10 passed, 0 failed$/m);
  repo.remove();
});

own.run();
