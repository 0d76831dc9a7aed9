import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  appendBlock,
  findBlock,
  hasBlock,
  newBlockFile,
  plainBlock,
  prependBlock,
  removeBlock,
  renderBlock,
} from '../../lib/hooks/block.ts';
import { readTemplates } from '../../lib/hooks/package.ts';

const { blockEnd, blockTop } = readTemplates();
const END = renderBlock(blockEnd, { hook: "node_modules/it's/hooks/pre-commit", node: '/n' });
const TOP = renderBlock(blockTop, { hook: '/caf\u00e9/pre-push', node: '' });

test('names the script and node where the block reads them', () => {
  assert.match(END, /^ *lgtm_hook='node_modules\/it'\\''s\/hooks\/pre-commit'$/m);
  assert.match(END, /^ *lgtm_node='\/n'$/m);
  assert.is(Buffer.from(TOP, 'latin1').toString('utf8').includes("lgtm_hook='/caf\u00e9/pre-push'"), true);
});

test('gives every byte back that was there before', () => {
  const texts = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
  const scripts = fc.oneof(
    texts,
    texts.map((text) => `#!/bin/sh\n${text}`),
    texts.map((text) => `#!/bin/sh ${text}`),
    fc.constantFrom('', '\n', '#!/bin/sh', 'a\r\n', 'a'),
  );
  fc.assert(
    fc.property(scripts, (text) => {
      assert.is(removeBlock(appendBlock(text, END), ['']), text);
      assert.is(removeBlock(prependBlock(text, TOP), ['']), text);
    }),
  );
});

test('adds at the end after a line feed, and at the top after the interpreter', () => {
  assert.is(appendBlock('npm test', 'B\n'), 'npm test\nB (added a line feed)\n');
  assert.is(appendBlock('npm test\n', 'B\n'), 'npm test\nB\n');
  assert.is(prependBlock('#!/bin/sh\nnpm test\n', 'B\n'), '#!/bin/sh\nB\nnpm test\n');
  assert.is(prependBlock('npm test\n', 'B\n'), 'B\nnpm test\n');
});

test('keeps what others wrote around the block in the meantime', () => {
  const text = appendBlock('npm test\n', END).replace('npm test', 'npm run all');
  assert.is(removeBlock(`${text}echo done\n`, ['']), 'npm run all\necho done\n');
});

test('has a file removed that was made for the block, unless something else stands in it by now', () => {
  const made = newBlockFile('head\n', END);
  assert.is(removeBlock(made, ['', 'head\n']), null);
  assert.is(removeBlock(`${made}npm test\n`, ['', 'head\n']), 'head\nnpm test\n');
  assert.is(removeBlock(appendBlock('', END), ['', 'head\n']), '');
});

test('finds the block as it was written, whatever was remarked on its first line', () => {
  for (const text of [appendBlock('a', END), appendBlock('a\n', END), newBlockFile('', END)])
    assert.is(plainBlock(findBlock(text) ?? ''), END);
  assert.is(findBlock('npm test\n'), null);
});

test('removes a block whose line ends were changed', () => {
  assert.is(removeBlock(`a\r\n${END.replaceAll('\n', '\r\n')}b\r\n`, ['']), 'a\r\nb\r\n');
});

test('does not take a block without its end for one', () => {
  const cut = appendBlock('a\n', END).replace(/# <<< .*\n$/, '');
  assert.is(hasBlock(cut), true);
  assert.is(findBlock(cut), null);
  assert.is(removeBlock(cut, ['']), cut);
});

test.run();
