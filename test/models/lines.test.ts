import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { beginningOf, LINE_BYTES, linesOf } from '../../lib/models/lines.ts';
import { faultOf } from '../support/ollama-client.ts';

const test = suite('lines of a stream');

async function* stream(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

const collect = async (chunks: readonly Buffer[]): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of linesOf(stream(chunks))) lines.push(line);
  return lines;
};

const bytes = (text: string): Buffer[] => [...Buffer.from(text)].map((byte) => Buffer.from([byte]));

test('lines end with LF or CRLF, the last one may have no end', async () => {
  assert.equal(await collect([Buffer.from('a\nb\r\n\nc')]), ['a', 'b', '', 'c']);
});

test('nothing is a line of nothing', async () => {
  assert.equal(await collect([]), []);
  assert.equal(await collect([Buffer.from('')]), []);
  assert.equal(await collect([Buffer.from('a\n')]), ['a']);
});

test('characters of two, three and four bytes survive one byte at a time', async () => {
  assert.equal(await collect(bytes('größe – 😀\n“x”\n')), ['größe – 😀', '“x”']);
});

test('a carriage return inside a line stays', async () => {
  assert.equal(await collect(bytes('a\rb\n')), ['a\rb']);
});

test('a line of the longest length is read, one byte more is refused', async () => {
  const longest = Buffer.alloc(LINE_BYTES, 'x');
  assert.is((await collect([longest, Buffer.from('\n')]))[0]?.length, LINE_BYTES);
  assert.is((await faultOf(collect([longest, Buffer.from('x\n')]))).kind, 'unusable');
});

test('many short lines are no long one', async () => {
  assert.is(
    (await collect(Array.from({ length: 40 }, () => Buffer.from(`${'x'.repeat(LINE_BYTES / 16)}\n`)))).length,
    40,
  );
});

test('the beginning of a stream is cut at the limit', async () => {
  assert.is(await beginningOf(stream([Buffer.from('abc'), Buffer.from('def')]), 4), 'abcd');
  assert.is(await beginningOf(stream([Buffer.from('abc')]), 4), 'abc');
});

test.run();
