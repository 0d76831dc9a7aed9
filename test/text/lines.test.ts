import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  countLines,
  decode,
  encodingOf,
  isBinary,
  longestLine,
  looksTextual,
  splitLines,
} from '../../lib/text/lines.ts';

test('splits at line feeds only', () => {
  assert.equal(splitLines('a\r\nb\fc\u2028d\ne'), ['a\r', 'b\fc\u2028d', 'e']);
  assert.equal(splitLines('a\n'), ['a']);
  assert.equal(splitLines('\n'), ['']);
  assert.equal(splitLines(''), []);
});

test('counts lines as git does, a last one without line feed included', () => {
  for (const [text, count] of [
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n\n', 2],
  ] as const)
    assert.is(countLines(Buffer.from(text)), count);
});

test('measures the longest line in bytes', () => {
  assert.is(longestLine(Buffer.from('ab\nä\nx')), 2);
  assert.is(longestLine(Buffer.from('x\nabcd')), 4);
});

test('calls a blob binary by a NUL in its first 8,000 bytes', () => {
  assert.ok(isBinary(Buffer.from('a\0b')));
  assert.not.ok(isBinary(Buffer.from(`${'a'.repeat(8000)}\0`)));
  assert.ok(isBinary(Buffer.from(`${'a'.repeat(7999)}\0`)));
});

test('decodes UTF-16 by mark and by the pattern of NULs', () => {
  assert.is(decode(Buffer.from('\ufeffeval(x)', 'utf16le')), 'eval(x)');
  assert.is(decode(Buffer.from('eval(request)', 'utf16le')), 'eval(request)');
  const big = Buffer.from('\ufeffeval(x)', 'utf16le').swap16();
  assert.is(encodingOf(big), 'utf-16be');
  assert.is(decode(big), 'eval(x)');
  assert.is(decode(Buffer.from('plain')), 'plain');
});

test('keeps a UTF-8 byte order mark as text and replaces what does not decode', () => {
  assert.is(decode(Buffer.from('\ufeffa')), '\ufeffa');
  assert.is(decode(Buffer.from([0x61, 0xe9])), 'a\ufffd');
});

test('tells text with a stray NUL from data', () => {
  assert.ok(looksTextual(Buffer.from(`// \0\n${'const a = 1;\n'.repeat(20)}`)));
  assert.not.ok(looksTextual(Buffer.from(Array.from({ length: 400 }, (_, i) => i % 7))));
});

test.run();
