import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { withOllama } from '../support/ollama.ts';
import { CODER } from '../support/ollama-models.ts';
import type { Asked, FakeOllama } from '../support/ollama-types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

const counsel = suite<{ repo: TestRepo }>('Counsel with a model');

/** Calls for two rules that a model alone can judge, neither of which blocks. */
const SESSION = `export async function currentUser(token) {
  const claims = verify(token);
  if (!claims) return null;
  if (claims.exp < now()) return null;
  const rows = await db.users.findMany({ where: { id: claims.sub } });
  const open = rows.filter((row) => row.age > 18 && !row.banned);
  await db.users.update({ where: { id: open[0].id }, data: { seen: true } });
  await mailer.send(open[0].email, 'seen');
  return open[0];
}
`;

counsel.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'src/a.js': 'start();\n' }, 'SUBJECT-OF-HEAD');
});
counsel.after.each(({ repo }) => repo.remove());

const textOf = ({ messages }: Asked): string => messages.map(({ content }) => content).join('\n');
const isCounsel = (asked: Asked): boolean => textOf(asked).includes('by their index alone');

interface Seen {
  readonly report: Report;
  readonly asked: readonly string[];
  readonly index: string | null;
}

const bodyText = (server: FakeOllama): string[] => server.questions().map(({ body }) => JSON.stringify(body));

let reviews = 0;

/** Reviews with a budget of so many questions; `order` is what Counsel answers. */
const review = async (repo: TestRepo, settings: string, order: string): Promise<Seen> => {
  repo.commit({ 'lgtm.config.yaml': `${settings}\nverification: off\n` });
  reviews++;
  repo.stage({ [`src/session-${reviews}.js`]: SESSION });
  const answer = (asked: Asked): string => (isCounsel(asked) ? order : '{"findings":[]}');
  return withOllama({ answer }, async (server) => {
    const env = { ...repo.env, OLLAMA_HOST: server.host, LGTM_MODEL: CODER.name };
    const ran = await lgtm(['check', '--format', 'json'], { cwd: repo.root, env });
    const texts = bodyText(server);
    const index = texts.find((text) => text.includes('by their index alone')) ?? null;
    const asked = texts.flatMap((text) => /RULE ([\w/-]+):/.exec(text)?.[1] ?? []);
    assert.ok(ran.stdout, ran.stderr);
    return { report: JSON.parse(ran.stdout) as Report, asked, index };
  });
};

const over = ({ notReviewed }: Report): (string | undefined)[] =>
  notReviewed.filter(({ reason }) => reason === 'over budget').map(({ rule }) => rule);

const [FIRST, SECOND] = ['coh/mixed-responsibility', 'tran/indistinct-failure'];
const SMALL = 'budget: { calls: 1 }';

counsel('within the budget nobody is asked what to ask', async ({ repo }) => {
  const { asked, index } = await review(repo, '', '{"rules":[]}');
  assert.equal([index, [...asked].sort()], [null, [FIRST, SECOND]]);
});

counsel('beyond it the model names rules by their ids, and the report lists what gave way', async ({ repo }) => {
  const plain = await review(repo, `${SMALL}\ncounsel: rules`, '');
  assert.equal([plain.index, plain.asked.length], [null, 1]);
  const [kept = ''] = plain.asked;
  const other = kept === FIRST ? SECOND : FIRST;
  assert.equal(over(plain.report), [other]);
  const { report, asked, index } = await review(repo, SMALL, JSON.stringify({ rules: [other] }));
  assert.equal([asked, over(report)], [[other], [kept]]);
  assert.match(index ?? '', `${other}: `);
  assert.match(index ?? '', 'SUBJECT-OF-HEAD');
  assert.not.match(index ?? '', 'currentUser');
});

counsel(
  'an answer that is none, or that names nothing of the index, leaves the order of the rules',
  async ({ repo }) => {
    const plain = await review(repo, `${SMALL}\ncounsel: rules`, '');
    for (const answer of ['no idea', '{"rules":["sec/nothing"]}', '{"rules":[]}']) {
      const { report, asked } = await review(repo, SMALL, answer);
      assert.equal([asked, over(report)], [plain.asked, over(plain.report)], answer);
      assert.is(
        report.notes.some((note) => note.startsWith('Counsel gave no answer')),
        answer === 'no idea',
        answer,
      );
      assert.is(report.outcome, 'clean', answer);
    }
  },
);

counsel('what must be asked stays, whatever the model names', async ({ repo }) => {
  const rule = 'rules: { tran/indistinct-failure: block }';
  const { asked } = await review(repo, `${SMALL}\n${rule}`, JSON.stringify({ rules: [FIRST] }));
  assert.equal(asked, [SECOND]);
});

counsel('asked always, it puts the questions in order and drops none', async ({ repo }) => {
  const { report, asked, index } = await review(repo, 'counsel: model', JSON.stringify({ rules: [SECOND] }));
  assert.ok(index);
  assert.equal([[...asked].sort(), asked[0], over(report)], [[FIRST, SECOND], SECOND, []]);
});

counsel('a dry run shows what Counsel would be asked, and asks nobody', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': SMALL });
  repo.stage({ 'src/session.js': SESSION });
  const ran = await lgtm(['check', '--dry-run'], { cwd: repo.root, env: repo.env });
  assert.match(ran.stdout, /^--- Counsel first, .* about \d+ tokens$/m);
  assert.match(ran.stdout, `${FIRST}: `);
  assert.match(ran.stdout, /^--- 1 questions, .*; 1 more are over the budget$/m);
});

counsel.run();
