import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { linksIn, resolveLink } from '../../lib/text/links.ts';

const paths = (text: string, from = 'docs/a.md'): (string | null)[] => linksIn(text, from).map(({ path }) => path);

test('inline links, references and includes to documents are found in order, once each', () => {
  const text = [
    'See [b](b.md), [c](<../my notes.md> "title") and [b again](b.md).',
    '[d]: ./sub/d.md#part',
    '@../shared/e.md brings in another one, a@b.md does not.',
  ].join('\n');
  assert.equal(paths(text), ['docs/b.md', 'my notes.md', 'docs/sub/d.md', 'shared/e.md']);
  assert.equal(
    linksIn(text, 'docs/a.md').map(({ line }) => line),
    [1, 1, 2, 3],
  );
});

test('other files, addresses, anchors and what fenced blocks show are no links', () => {
  const text = [
    '[code](a.ts) ![picture](a.png) [web](https://acme.example/a.md) [mail](mailto:a@b.md) [here](#a.md)',
    '```md',
    '[shown](shown.md)',
    '```',
    '[protocol](//host/a.md)',
  ].join('\n');
  assert.equal(paths(text), []);
});

test('a link that leads out of the repository has no path', () => {
  assert.equal(paths('[a](../../etc/passwd.md) [b](/top.md) [c](%2e%2e/%2e%2e/x.md)'), [null, 'top.md', null]);
  assert.is(resolveLink('a.md', '..'), null);
  assert.is(resolveLink('a/b.md', '../c.md'), 'c.md');
  assert.is(resolveLink('a.md', 'b%zz.md'), 'b%zz.md');
  assert.is(resolveLink('a.md', 'b\0.md'), null);
});

test('text made to slow it down takes no longer than it is long', () => {
  assert.equal(paths(`${'['.repeat(20_000)}${']('.repeat(20_000)}`), []);
});

test.run();
