import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { applyWaivers, checkWaivers, covers, readWaivers } from '../../lib/pass/waivers.ts';
import type { Finding, StagedFile } from '../../lib/types.ts';

const file = (text: string, added: readonly number[], language: string | null = 'js'): StagedFile => ({
  status: 'M',
  oldMode: '100644',
  newMode: '100644',
  oldId: '1',
  newId: '2',
  path: 'a.js',
  kind: 'file',
  binary: false,
  language,
  review: 'yes',
  size: 1,
  added: 1,
  deleted: 0,
  text,
  addedLines: added.map((line) => ({ line, text: '' })),
  removedLines: [],
  hunks: [],
});

const finding = (line: number, rule = 'sec/dynamic-eval', endLine = line): Finding => ({
  id: `${line}`,
  rule,
  title: 't',
  severity: 'block',
  source: 'detector',
  path: 'a.js',
  line,
  endLine,
  quote: 'q',
  message: 'm',
});

const waive = (
  text: string,
  findings: readonly Finding[],
  { headOnly = false, added = [] as readonly number[], language = 'js' as string | null } = {},
) => {
  const { waivers, malformed } = readWaivers(file(text, added, language));
  return { ...applyWaivers(findings, new Map([['a.js', waivers]]), headOnly), malformed };
};

const isWaived = (text: string, line: number, language: string | null = 'js'): boolean =>
  waive(text, [finding(line)], { language }).kept.length === 0;

const FORM = 'lgtm-ignore sec/dynamic-eval: sandboxed';

test('waives a finding on its line and on the line below, in the comments of any language', () => {
  for (const [text, line, language] of [
    [`eval(x) // ${FORM}`, 1, 'js'],
    [`/* ${FORM} */\neval(x)`, 2, 'ts'],
    [`<a>{/* ${FORM} */}\n{eval(x)}</a>`, 2, 'tsx'],
    [`# ${FORM}\neval(x)`, 2, 'py'],
    [`eval(x)  # ${FORM}`, 1, 'rb'],
    [`-- ${FORM}\nselect 1`, 2, 'sql'],
    [`; ${FORM}\nkey = value`, 2, 'ini'],
    [`<!-- ${FORM} -->\n<p>`, 2, 'html'],
    [`<script>\n// ${FORM}\neval(x)\n</script>`, 3, 'vue'],
    [`key: value # ${FORM}`, 1, 'yaml'],
    [`<!-- ${FORM} -->\ntext`, 2, 'md'],
    [`eval(x) !! ${FORM}`, 1, null],
    [`${FORM}\neval(x)`, 2, 'text'],
  ] as const)
    assert.ok(isWaived(text, line, language), `${language}: ${text}`);
});

test('reads the reason without what ends the comment', () => {
  for (const [text, language] of [
    [`/* ${FORM} */`, 'js'],
    [`<!-- ${FORM} -->`, 'html'],
    [`# ${FORM}\r`, 'py'],
    [`{# ${FORM} #}`, null],
  ] as const)
    assert.is(readWaivers(file(text, [], language)).waivers[0]?.reason, 'sandboxed', text);
});

test('waives from anywhere in the comment above the line, also where several are stacked', () => {
  assert.ok(isWaived(`// ${FORM}\n// it comes from our own table\neval(x)`, 3));
  assert.ok(isWaived(`/*\n * ${FORM}\n */\neval(x)`, 4));
  const stacked = '// lgtm-ignore a/b: one thing\n// lgtm-ignore c/d: another\ncode()';
  assert.equal(waive(stacked, [finding(3, 'a/b'), finding(3, 'c/d')]).kept, []);
  assert.not.ok(isWaived(`// ${FORM}\n\neval(x)`, 3), 'a blank line ends the comment');
  assert.not.ok(isWaived(`// ${FORM}\nother()\neval(x)`, 3), 'code ends the comment');
});

test('waives a finding of several lines from any of them', () => {
  const text = `query(\n  sql, // ${FORM}\n)`;
  assert.is(waive(text, [finding(1, 'sec/dynamic-eval', 3)]).kept.length, 0);
  assert.is(waive(text, [finding(1)]).kept.length, 1);
});

test('waives only the rules that it names, and only there', () => {
  assert.is(waive('// lgtm-ignore sec/sql-concat: x y\neval(x)', [finding(2)]).kept.length, 1);
  assert.is(waive('// lgtm-ignore sec/sql-concat, sec/dynamic-eval: both fine\neval(x)', [finding(2)]).kept.length, 0);
  const elsewhere = { ...finding(2), path: 'b.js' };
  assert.equal(waive(`// ${FORM}\neval(x)`, [elsewhere]).kept, [elsewhere]);
});

test('speaks for the whole file in its first ten lines', () => {
  const text = `#!/usr/bin/env node\n// lgtm-ignore-file sec/dynamic-eval: a sandbox\n${'x;\n'.repeat(20)}eval(x)`;
  assert.ok(isWaived(text, 23));
  assert.not.ok(isWaived(`${'x;\n'.repeat(10)}// lgtm-ignore-file sec/dynamic-eval: a sandbox\ny;\n\neval(x)`, 14));
  const late = waive(`${'x;\n'.repeat(10)}// lgtm-ignore-file a/b: a sandbox`, [], { added: [11] });
  assert.match(late.malformed[0]?.why ?? '', /first 10 lines/);
});

test('is nothing in a string, in the prose of Markdown, in code of Markdown, or as a pattern', () => {
  for (const [text, language] of [
    [`const s = '${FORM}';\neval(x)`, 'js'],
    [`const s = \`\n// ${FORM}\n\`;\neval(x)`, 'js'],
    [`s = """\n# ${FORM}\n"""`, 'py'],
    [`Write ${FORM} there.`, 'md'],
    [`Write \`<!-- ${FORM} -->\` there.`, 'md'],
    [`\`\`\`js\n<!-- ${FORM} -->\n\`\`\``, 'md'],
    [`// write \`${FORM}\` above the line`, 'js'],
    ['// lgtm-ignore RULE: reason', 'js'],
    ['// lgtm-ignore <rule>: reason', 'js'],
    ['/** lgtm-ignore RULE[, RULE]: reason */', 'js'],
    ['// an inline lgtm-ignore counts at once', 'js'],
    ['// lgtm-ignored', 'js'],
    ['// my-lgtm-ignore a/b: c d', 'js'],
  ] as const) {
    const { waivers, malformed } = readWaivers(file(text, [1, 2, 3], language));
    assert.equal([waivers, malformed], [[], []], text);
  }
});

test('waives nothing without rule or reason, and names the place', () => {
  for (const [comment, why] of [
    ['// lgtm-ignore', 'no rule is named'],
    ['// lgtm-ignore: because', 'no rule is named'],
    ['// lgtm-ignore sec/dynamic-eval', 'no reason is given'],
    ['/* lgtm-ignore sec/dynamic-eval: */', 'no reason is given'],
    ['// lgtm-ignore sec/dynamic-eval: -', 'no reason is given'],
    ['// lgtm-ignore-next-line sec/dynamic-eval: fine', '"lgtm-ignore-next-line" is not known'],
  ] as const) {
    const result = waive(`${comment}\neval(x)`, [finding(2)], { added: [1] });
    assert.is(result.kept.length, 1, comment);
    assert.equal(
      result.malformed.map(({ line, added, isClear }) => [line, added, isClear]),
      [[1, true, true]],
      comment,
    );
    assert.ok(result.malformed[0]?.why.startsWith(why), result.malformed[0]?.why);
  }
});

test('is in doubt about a sentence that begins with the mark', () => {
  const { malformed } = waive('// lgtm-ignore goes above the line\neval(x)', [], { added: [1] });
  assert.equal(
    malformed.map(({ isClear }) => isClear),
    [false],
  );
  assert.ok(malformed[0] && covers(malformed[0], finding(2)), 'and told where there is something to waive');
});

test('waives nothing with a rule that does not exist', async () => {
  const { waivers } = readWaivers(file('// lgtm-ignore sec/dynamic-evl: fine\n// lgtm-ignore a/b: fine\neval(x)', [1]));
  const known = new Set(['sec/dynamic-eval', 'a/b']);
  const checked = await checkWaivers(new Map([['a.js', waivers]]), known, async (id) => `; not ${id}?`);
  assert.equal(
    checked.waivers.get('a.js')?.map(({ rules }) => rules),
    [['a/b']],
  );
  assert.equal(
    checked.malformed.map(({ why, path, line, added }) => [why, path, line, added]),
    [['there is no rule "sec/dynamic-evl"; not sec/dynamic-evl?', 'a.js', 1, true]],
  );
});

test('marks a waiver that the commit adds, and ignores it where only committed ones count', () => {
  const text = '// lgtm-ignore sec/dynamic-eval: fine\neval(x)';
  assert.is(waive(text, [finding(2)], { added: [1] }).suppressed[0]?.added, true);
  assert.is(waive(text, [finding(2)]).suppressed[0]?.added, false);
  assert.is(waive(text, [finding(2)], { headOnly: true, added: [1] }).kept.length, 1);
  assert.is(waive(text, [finding(2)], { headOnly: true }).kept.length, 0);
});

test('is bounded whatever a file holds', () => {
  const long = `// lgtm-ignore a/b: ${'x'.repeat(100_000)}\n${'/'.repeat(100_000)} lgtm-ignore ${'a/b,'.repeat(20_000)}`;
  assert.is(readWaivers(file(long, [])).waivers[0]?.reason.length, 500);
  const blank = `/* ${FORM} */ ${'a = 1; '.repeat(100_000)}`;
  assert.is(readWaivers(file(blank, [])).waivers.length, 1);
  const open = `<!-- ${FORM}${'<!--'.repeat(100_000)}`;
  assert.is(readWaivers(file(open, [], 'md')).waivers.length, 0);
  const ticks = Array.from({ length: 1000 }, (_, i) => '`'.repeat(i + 1)).join(' ');
  assert.is(readWaivers(file(`${ticks} ${FORM}`, [], 'md')).waivers.length, 0);
  const many = readWaivers(file(`// ${FORM}\n`.repeat(1200), [1001]));
  assert.is(many.waivers.length, 1000);
  assert.match(many.malformed[0]?.why ?? '', /more than 1000 waivers/);
});

test.run();
