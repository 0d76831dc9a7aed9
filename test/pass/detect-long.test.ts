import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Detectors, detectFile, largeScanner } from '../../lib/pass/detect.ts';
import { matchesIn, windowsOf } from '../../lib/pass/detect-window.ts';
import { trusted } from '../../lib/text/pattern.ts';
import type { Hit, RawRecord } from '../../lib/types.ts';
import { linesOf, prepared, ruleOf } from '../support/detect.ts';

const windows = suite('windows');

windows('cover a long line without a gap and overlap', () => {
  const line = Array.from({ length: 9000 }, (_, i) => String(i % 10)).join('');
  const all = [...windowsOf(line)];
  assert.is(all[0]?.offset, 0);
  assert.is((all.at(-1)?.offset ?? 0) + (all.at(-1)?.text.length ?? 0), line.length);
  for (const [i, { text, offset }] of all.entries()) {
    assert.is(text, line.slice(offset, offset + 2000));
    if (i > 0) assert.ok((all[i - 1]?.offset ?? 0) + 2000 - offset >= 500);
  }
});

windows('a cut is no start, no end and no word boundary', () => {
  const line = `${'a'.repeat(1498)}xeval(${'b'.repeat(3000)}`;
  const found = (source: string): number =>
    [...windowsOf(line)].flatMap((window) => [...matchesIn(trusted(source), window)]).length;
  assert.is(found('^b'), 0);
  assert.is(found('\\beval'), 0);
  assert.is(found('bb$'), 1);
  assert.is(found('(?:^|[^a-z])eval'), 0);
  assert.is(found('xeval\\('), 1);
});

windows('what lies anywhere in a long line is found and quoted with what is around it', async () => {
  const detectors = await prepared(ruleOf({ match: '\\beval\\(', in: 'code' }));
  for (const at of [0, 1495, 1500, 1995, 2000, 3333, 1_999_990]) {
    const text = `${' '.repeat(at)};eval(x);${' '.repeat(2_000_000 - at)}`;
    const [hit] = detectFile(detectors, { path: 'a.js', language: 'js', text: `a\n${text}\nb`, added: new Set([2]) });
    assert.is(hit?.line, 2, String(at));
    assert.ok((hit?.quote.length ?? 0) <= 2000);
    assert.match(hit?.quote ?? '', 'eval(x)');
  }
});

windows('unless excuses its own part of a long line only', async () => {
  const detectors = await prepared(ruleOf({ match: 'bad', in: 'code', unless: 'fine' }));
  assert.equal(linesOf(detectors, `bad fine${' '.repeat(4000)}`), []);
  assert.equal(linesOf(detectors, `bad fine${' '.repeat(4000)}bad`), [1]);
});

windows.run();

const large = suite('large files');

const RECORD: RawRecord = {
  status: 'M',
  oldMode: '100644',
  newMode: '100644',
  oldId: 'a',
  newId: 'b',
  path: 'src/data.js',
};

const feed = (
  detectors: Detectors,
  sides: { old?: string | Buffer; new: string | Buffer },
  piece: number,
  record = RECORD,
): Hit[] => {
  const scanner = largeScanner(detectors);
  for (const side of ['old', 'new'] as const) {
    const bytes = sides[side] === undefined ? null : Buffer.from(sides[side]);
    if (!bytes) continue;
    for (let at = 0; at < bytes.length; at += piece) scanner.piece(record, side, bytes.subarray(at, at + piece));
    scanner.end(record, side);
  }
  return scanner.hits();
};

const filler = (lines: number): string =>
  Array.from({ length: lines }, (_, i) => `  "row ${i} of harmless data",`).join('\n');

large('hits have the line and text that they have in the file, however the bytes are cut', async () => {
  const detectors = await prepared(ruleOf({ match: '\\beval\\(', in: 'code' }));
  const text = `[\n${filler(40_000)}\n];\nreturn eval(é);\n${filler(20_000)}\n`;
  const line = text.slice(0, text.indexOf('eval')).split('\n').length;
  for (const piece of [65_536, 8191, 1_000_003]) {
    assert.equal(feed(detectors, { new: text }, piece), [
      { rule: 'test/rule', path: 'src/data.js', line, endLine: line, quote: 'return eval(é);' },
    ]);
  }
});

large('what the old side holds as often is not reported again', async () => {
  const detectors = await prepared(ruleOf({ match: '\\beval\\(', in: 'code' }));
  const old = `${filler(12_000)}\neval(a);\neval(b);\n`;
  const next = `eval(c);\n${filler(15_000)}\n  eval(a);\neval(b);\neval(b);\n`;
  assert.equal(
    feed(detectors, { old, new: next }, 65_536).map(({ quote, line }) => [quote, line]),
    [
      ['eval(c);', 1],
      ['eval(b);', 15_004],
    ],
  );
});

large('strings and comments stay what they are from one piece to the next', async () => {
  const detectors = await prepared(ruleOf({ match: '\\beval\\(', in: 'code' }));
  const inside = `const t = \`\n${'eval(x)\n'.repeat(60_000)}\`;\n/*\n${'eval(y)\n'.repeat(60_000)}*/\neval(z);\n`;
  assert.equal(
    feed(detectors, { new: inside }, 65_536).map(({ quote }) => quote),
    ['eval(z);'],
  );
});

large('one endless line is looked at throughout', async () => {
  const detectors = await prepared(ruleOf({ match: '\\beval\\(', in: 'code' }));
  for (const at of [0, 262_140, 262_144, 261_700, 3_000_000]) {
    const text = `${'1,'.repeat(at / 2)} eval(x) ${',1'.repeat((4_000_000 - at) / 2)}`;
    const hits = feed(detectors, { new: text }, 65_536);
    assert.equal(
      hits.map(({ line }) => line),
      [1],
      String(at),
    );
    assert.match(hits[0]?.quote ?? '', 'eval(x)');
  }
});

large('text in UTF-16 is decoded, binary content is passed over', async () => {
  const detectors = await prepared(ruleOf({ match: '\\beval\\(', in: 'code' }));
  const text = `${filler(9000)}\neval(x);\n`;
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  assert.equal(
    feed(detectors, { new: utf16 }, 65_535).map(({ line }) => line),
    [9001],
  );
  const binary = Buffer.concat([Buffer.alloc(9000, 1), Buffer.from('\neval(x)\n')]);
  assert.equal(feed(detectors, { new: binary }, 65_536), []);
});

large('what the first piece says of its making holds for all', async () => {
  const detectors = await prepared(ruleOf({ match: '\\beval\\(', in: 'code', where: 'written' }));
  const text = `// This file was automatically generated.\n${filler(40_000)}\neval(x);\n`;
  assert.equal(feed(detectors, { new: text }, 65_536), []);
  assert.is(feed(detectors, { new: text.replace('generated', 'written') }, 65_536).length, 1);
});

large('a file of nothing but hits is capped and counted', async () => {
  const detectors = await prepared(ruleOf({ match: '\\beval\\(', in: 'code' }));
  const hits = feed(detectors, { new: Array.from({ length: 50_000 }, (_, i) => `eval(${i});`).join('\n') }, 65_536);
  assert.is(hits.length, 500);
  assert.is(hits.at(-1)?.note, 'and 49500 more in this file');
});

large('files follow each other without being mixed up', async () => {
  const detectors = await prepared(ruleOf({ match: '\\beval\\(', in: 'code' }));
  const scanner = largeScanner(detectors);
  const other = { ...RECORD, path: 'src/other.js' };
  scanner.piece(RECORD, 'old', Buffer.from('eval(a);\n'));
  scanner.end(RECORD, 'old');
  scanner.piece(other, 'new', Buffer.from('eval(a);\n'));
  scanner.end(other, 'new');
  assert.equal(
    scanner.hits().map(({ path }) => path),
    ['src/other.js'],
  );
});

large.run();
