import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openScan } from '../../lib/pass/detect-scan.ts';

const scan = openScan({
  path: 'src/a.ts',
  language: 'ts',
  text: "old('gone'); // why\nfresh('Kept');\n",
  added: new Set([2]),
});

test('a word is looked for in the added lines or in all, stream by stream, in lower case', () => {
  assert.is(scan.holds('added', ['fresh(']), true);
  assert.is(scan.holds('added', ['old(']), false);
  assert.is(scan.holds('all', ['nowhere', 'old(']), true);
  assert.is(scan.holds('added', ['kept']), true);
  assert.is(scan.holds('added', ['kept'], 'code'), false);
  assert.is(scan.holds('added', ['kept'], 'uncommented'), true);
  assert.is(scan.holds('all', ['why'], 'comment'), true);
  assert.is(scan.holds('added', ['why'], 'comment'), false);
});

test('a vocabulary gives the same answers', () => {
  const words = new Map([["old('gone'); // why\nfresh('Kept');\n", new Set(['old(', 'kept', 'why'])]]);
  const asked: string[] = [];
  const known = openScan(
    { path: 'src/a.ts', language: 'ts', text: [...words.keys()].join(''), added: 'all' },
    {
      words: (text) => {
        asked.push(text);
        return words.get(text) ?? null;
      },
    },
  );
  assert.is(known.holds('all', ['old(']), true);
  assert.is(known.holds('all', ['fresh(']), false);
  assert.is(known.holds('all', ['kept'], 'code'), false);
  assert.is(asked.length, 2);
});

test('a stream is not made for a word that the text does not hold at all', () => {
  const asked: string[] = [];
  const words = (text: string): null => {
    asked.push(text);
    return null;
  };
  const empty = openScan({ path: 'src/a.ts', language: 'ts', text: 'a(); // b\n', added: 'all' }, { words });
  assert.is(empty.holds('all', ['nowhere'], 'comment'), false);
  assert.equal(asked, ['a(); // b\n']);
});

test('lines, their places and their streams agree', () => {
  assert.is(scan.count(), 2);
  assert.is(scan.line('code', 2), "fresh('    ');");
  assert.is(scan.lineAt(scan.start(2)), 2);
  assert.is(scan.candidates('text').text, "fresh('Kept');");
  assert.is(scan.line('text', 3), '');
});

test.run();
