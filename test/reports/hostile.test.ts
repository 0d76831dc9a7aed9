import fc from 'fast-check';
import { eastAsianWidth } from 'get-east-asian-width';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formats, openReporter } from '../../lib/reports/index.ts';
import { badReport, badView } from './hostile.ts';

const SEEDED = { seed: 20_261_130, numRuns: 250 } as const;

/** Written down apart from the sanitiser: controls, bidirectional and invisible characters, tags, private use, lone surrogates. */
const UNSAFE = new RegExp(
  [
    '[\\0-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e]',
    '[\\u2060-\\u206f\\u3164\\ue000-\\uf8ff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}\\u{f0000}-\\u{10fffd}]',
    '\\p{Surrogate}',
  ].join('|'),
  'u',
);

const ESC = '\u001b';
const SGR = new RegExp(`${ESC}\\[\\d+m`, 'g');

const faultOf = (output: string): string | null => {
  const hit = UNSAFE.exec(output);
  if (hit) return `U+${hit[0].codePointAt(0)?.toString(16)}`;
  if (output.includes('##[')) return '##[';
  return output.endsWith('\n') ? null : 'no line feed at the end';
};

for (const format of formats) {
  test(`nothing that a change holds comes out of ${format} raw`, async () => {
    const report = await openReporter(format);
    fc.assert(
      fc.property(badReport, badView, (bad, view) => {
        assert.is(faultOf(report(bad, view)), null);
      }),
      SEEDED,
    );
  });

  test(`no line of ${format} but lgtm's own annotations reads as a runner's command`, async () => {
    const report = await openReporter(format);
    fc.assert(
      fc.property(badReport, badView, (bad, view) => {
        const commands = report(bad, view)
          .split('\n')
          .filter((line) => /^\s*::/.test(line));
        const own = bad.findings.length + (bad.outcome === 'not-reviewed' ? 1 : 0);
        assert.is(commands.length, format === 'github' ? own : 0);
      }),
      SEEDED,
    );
  });
}

const columnsOf = (line: string): number =>
  [...line].reduce(
    (sum, char) => sum + (/\p{Mn}|\p{Me}/u.test(char) ? 0 : eastAsianWidth(char.codePointAt(0) ?? 0)),
    0,
  );

test('no line of text is wider than the terminal, nor all of it in marks that take no width', async () => {
  const report = await openReporter('text');
  fc.assert(
    fc.property(badReport, badView, (bad, view) => {
      for (const line of report(bad, view).split('\n')) {
        assert.ok(columnsOf(line) <= view.width, line);
        assert.ok(line.length <= view.width * 4, line);
      }
    }),
    SEEDED,
  );
});

test('colour changes nothing but colour, whatever the texts hold', async () => {
  const report = await openReporter('text');
  fc.assert(
    fc.property(badReport, badView, (bad, view) => {
      const coloured = report(bad, { ...view, color: true })
        .replace(SGR, '')
        .split('\n');
      assert.is(coloured.map((line) => line.trimEnd()).join('\n'), report(bad, view));
    }),
    SEEDED,
  );
});

for (const format of ['json', 'sarif', 'rdjson', 'gitlab'] as const) {
  test(`${format} parses whatever the texts hold`, async () => {
    const report = await openReporter(format);
    fc.assert(
      fc.property(badReport, badView, (bad, view) => {
        assert.type(JSON.parse(report(bad, view)), 'object');
      }),
      SEEDED,
    );
  });
}

test.run();
