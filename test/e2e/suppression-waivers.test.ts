import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

const waivers = suite<{ repo: TestRepo }>('inline waivers');

/** Written in two parts, so that this file plants nothing itself. */
const EVAL = ['ev', 'al(req.query.x)'].join('');
const CODE = `export const f = (req) => ${EVAL};`;
const MARK = ['lgtm', 'ignore'].join('-');
const WAIVER = `// ${MARK} sec/dynamic-eval: our own test bench`;

waivers.before.each((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'export const a = 1;\n' });
});
waivers.after.each(({ repo }) => repo.remove());

const check = async (repo: TestRepo, files: Readonly<Record<string, string>>): Promise<Report> => {
  repo.stage(files);
  const ran = await lgtm(['check', '--no-model', '--format', 'json'], { cwd: repo.root, env: repo.env });
  return JSON.parse(ran.stdout) as Report;
};

waivers('count at once, marked as added by the commit, and as old afterwards', async ({ repo }) => {
  const first = await check(repo, { 'a.js': `${WAIVER}\n${CODE}\n` });
  assert.equal([first.outcome, first.suppressed[0]?.added, first.notes], ['clean', true, []]);
  repo.git('commit', '-q', '--no-verify', '-m', 'with it');
  const second = await check(repo, { 'a.js': `${WAIVER}\n${CODE.replace('f =', 'g =')}\n` });
  assert.equal([second.outcome, second.suppressed[0]?.added], ['clean', false]);
});

waivers('count only once they are committed where the configuration says so', async ({ repo }) => {
  repo.commit({ 'lgtm.config.yaml': 'waivers: head\n' });
  assert.is((await check(repo, { 'a.js': `${WAIVER}\n${CODE}\n` })).outcome, 'blocked');
  repo.git('commit', '-q', '--no-verify', '-m', 'with it');
  assert.is((await check(repo, { 'a.js': `${WAIVER}\n${CODE.replace('f =', 'g =')}\n` })).outcome, 'clean');
});

waivers('that name no rule, no reason or a rule that does not exist waive nothing and are named', async ({ repo }) => {
  for (const [comment, why] of [
    [`// ${MARK}`, 'no rule is named: write lgtm-ignore RULE: reason'],
    [`// ${MARK} sec/dynamic-eval`, 'no reason is given: write lgtm-ignore RULE: reason'],
    [`// ${MARK} sec/dynamic-evl: fine`, 'there is no rule "sec/dynamic-evl"; did you mean "sec/dynamic-eval"?'],
    [`// ${MARK} nothing/like-it-at-all: fine`, 'there is no rule "nothing/like-it-at-all"'],
  ] as const) {
    const report = await check(repo, { 'a.js': `${comment}\n${CODE}\n` });
    assert.is(report.outcome, 'blocked', comment);
    assert.equal(report.notes, [`a.js:1: this waiver waives nothing: ${why}`]);
  }
});

waivers('that were at fault before are named only where they would have mattered', async ({ repo }) => {
  repo.commit({ 'a.js': `// ${MARK}\nexport const a = 1;\n// ${MARK}\nexport const b = 1;\n` });
  const report = await check(repo, { 'a.js': `// ${MARK}\n${CODE}\n// ${MARK}\nexport const b = 2;\n` });
  assert.equal(
    report.notes.map((note) => note.slice(0, 6)),
    ['a.js:1'],
  );
});

waivers(
  'do not count in strings, in the prose of documents, or as a pattern, and are no fault there',
  async ({ repo }) => {
    const report = await check(repo, {
      'a.js': `const s = '${MARK} sec/dynamic-eval: no';\n// ${MARK} RULE: reason\n${CODE}\n`,
      'docs/a.md': `Write ${MARK} RULE: reason, or \`<!-- ${MARK} sec/dynamic-eval: x -->\`.\n\n    ${MARK}\n`,
      'a.yaml': `key: "${MARK}"\n`,
    });
    assert.equal([report.outcome, report.suppressed, report.notes], ['blocked', [], []]);
  },
);

waivers('count in an HTML comment of a document', async ({ repo }) => {
  const key = ['-----BEGIN', 'RSA PRIVATE', 'KEY-----'].join(' ');
  const pem = `${key}\nMIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gun\n`;
  const bare = await check(repo, { 'a.md': pem });
  const [found] = bare.findings;
  assert.ok(found, 'there is something to waive');
  const report = await check(repo, {
    'a.md': `<!-- ${MARK} ${found.rule}: the key of a published example -->\n${pem}`,
  });
  assert.equal([report.findings.length, report.suppressed.length], [bare.findings.length - 1, 1]);
});

waivers('are told where their rule finds nothing although the code is in the change', async ({ repo }) => {
  const report = await check(repo, { 'a.js': `${WAIVER}\nexport const f = 1;\n` });
  assert.equal(
    [report.outcome, report.notes],
    ['clean', ['a.js:1: sec/dynamic-eval finds nothing here: this waiver can go']],
  );
  repo.git('commit', '-q', '--no-verify', '-m', 'with it');
  const other = await check(repo, { 'a.js': `${WAIVER}\nexport const f = 1;\nexport const g = 1;\n` });
  assert.equal(other.notes, [], 'not where the code is not in the change');
});

waivers('speak for a whole file from its first lines', async ({ repo }) => {
  const head = `// ${MARK}-file sec/dynamic-eval: this file is the sandbox\n`;
  const body = 'export const x = 1;\n'.repeat(12);
  assert.is((await check(repo, { 'a.js': `${head}${body}${CODE}\n` })).outcome, 'clean');
  const late = await check(repo, { 'a.js': `${body}${head}${CODE}\n` });
  assert.is(late.outcome, 'blocked');
  assert.match(late.notes[0] ?? '', /^a\.js:13: this waiver waives nothing: lgtm-ignore-file counts in the first 10/);
});

waivers.run();
