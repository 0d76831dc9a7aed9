import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { detectFile, largeScanner, prepareDetectors, runChecks } from '../../lib/pass/detect.ts';
import { readRules } from '../../lib/specs/compile.ts';
import { ruleOf } from '../support/detect.ts';
import { makeFile } from '../support/rule.ts';

const RULES = readRules(new URL('../../specs/rules/', import.meta.url));
const detectors = await prepareDetectors([...RULES, ruleOf({ match: '=', in: 'text' })]);

/** Put together here, so that this file holds no secret itself. */
const SECRETS: readonly (readonly [line: string, secret: string])[] = (
  [
    ['db_password = "%"', ['hunter2', 'prod', '9'].join('-')],
    ['const k = "%";', ['AKIA', '3QX7ZL2VWKD5TNHP'].join('')],
    ['const t = "%"; use("%");', ['ghp', 'q8Zk2VwXb5Yt7Rm1Ld9Ns4Fc6Gh3Jp0AaEeQq7T'].join('_')],
    ['const u = "amqps://billing:%@mq.acme.io/prod";', ['kw8', 'Lamp', '22'].join('-')],
    ['const pem = "-----BEGIN%"', ` PRIVATE KEY-----\\n${'MIIEvQIBADANBgkqhkiG9w0'.repeat(3)}`],
  ] as const
).map(([line, secret]) => [line.replaceAll('%', secret), secret.replace(/^ PRIVATE KEY-----\\n/, '')] as const);

test('no quote of any rule shows a secret in full', () => {
  for (const [line, secret] of SECRETS) {
    const hits = detectFile(detectors, { path: 'src/a.py', language: 'py', text: `${line}\n`, added: 'all' });
    assert.ok(
      hits.some(({ rule }) => rule.startsWith('sec/')),
      line,
    );
    assert.ok(hits.some(({ rule }) => rule === 'test/rule'));
    for (const { quote, rule } of hits) {
      assert.not.match(quote, secret, rule);
      assert.match(quote, '…', rule);
    }
  }
});

test('what stays of a secret is too little to use and enough to find it', () => {
  const [hit] = detectFile(detectors, { path: 'src/a.py', language: 'py', text: `${SECRETS[0]?.[0]}\n`, added: 'all' });
  assert.is(hit?.quote, 'db_password = "hu…9"');
});

test('a placeholder is shown as it is', () => {
  const [hit] = detectFile(detectors, {
    path: 'src/a.py',
    language: 'py',
    text: 'password = "changeme-123"\n',
    added: 'all',
  });
  assert.is(hit?.quote, 'password = "changeme-123"');
});

test('quotes from large files and from checks over the change are made unreadable too', async () => {
  const [[line = '', secret = ''] = []] = SECRETS;
  const large = largeScanner(detectors);
  const record = {
    status: 'A',
    oldMode: '000000',
    newMode: '100644',
    oldId: '',
    newId: 'b',
    path: 'src/a.py',
  } as const;
  large.piece(record, 'new', Buffer.from(`${line}\n`));
  large.end(record, 'new');
  const file = makeFile('.env', `X=1\n${line}`, { language: 'ini' });
  const checks = await runChecks(
    await prepareDetectors(RULES),
    [file, makeFile('src/big.ts', `${line}\n`.repeat(500))],
    { tracked: async () => false },
  );
  const quotes = [...large.hits(), ...checks].map(({ quote }) => quote);
  assert.ok(quotes.some((quote) => quote.includes('…')));
  assert.equal(
    quotes.filter((quote) => quote.includes(secret)),
    [],
  );
});

test.run();
