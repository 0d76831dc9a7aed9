import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DOMAINS } from '../../lib/pass/domains.ts';
import { domainsByPath, domainsOf, drawMap } from '../../lib/pass/map.ts';
import { manifestText, mapText } from '../../lib/pass/map-text.ts';
import { computeRisks } from '../../lib/pass/risks.ts';
import { languageOf } from '../../lib/text/language.ts';
import type { StagedFile } from '../../lib/types.ts';
import { makeFile } from '../support/rule.ts';

const domains = suite('domains');

/** A file that belongs to each domain, by each of the ways that the domain is known by. */
const MEMBERS: readonly (readonly [domain: string, path: string, text: string])[] = [
  ['bitcoin', 'src/utxo/select.ts', ''],
  ['bitcoin', 'src/a.ts', "import { Psbt } from 'bitcoinjs-lib';"],
  ['bitcoin', 'src/a.go', 'import (\n\t"github.com/btcsuite/btcd/wire"\n)'],
  ['bitcoin', 'src/a.py', 'fee_rate = sats / vsize\n'],
  ['git', '.husky/pre-commit', ''],
  ['git', 'src/a.ts', "import simpleGit from 'simple-git';"],
  ['git', 'src/a.sh', 'git rev-parse HEAD\ngit cat-file -p x'],
  ['database', 'db/0001_start.sql', ''],
  ['database', 'src/a.py', 'import psycopg2\n'],
  ['database', 'src/a.ts', 'q("SELECT a FROM b"); q("INSERT INTO c")'],
  ['web', 'src/routes/pay.ts', ''],
  ['web', 'src/a.rs', 'use axum::Router;\n'],
  ['web', 'src/a.js', 'app.get("/", (req, res) => res.send(req.query.x))'],
  ['frontend', 'src/app.css', ''],
  ['frontend', 'src/a.js', "import { useState } from 'react';"],
  ['crypto', 'src/tls/pin.go', ''],
  ['crypto', 'src/a.ts', "import { createHmac } from 'node:crypto';"],
  ['payments', 'src/billing/run.ts', ''],
  ['payments', 'src/a.rb', "require 'stripe'\n"],
  ['infrastructure', 'Dockerfile', 'FROM node:20'],
  ['infrastructure', '.github/workflows/ci.yml', ''],
  ['infrastructure', 'cdk/a.py', 'import boto3\n'],
  ['messaging', 'src/a.ts', "import { Kafka } from 'kafkajs';"],
  ['machine-learning', 'src/a.py', 'import torch.nn as nn\n'],
  ['concurrency', 'src/a.go', 'var mu sync.Mutex\ngo func() {}()\n'],
  ['concurrency', 'src/a.py', 'from asyncio import gather\n'],
  ['testing', 'src/a.test.ts', ''],
  ['documentation', 'docs/a.txt', ''],
];

const file = (path: string, text: string): StagedFile => {
  const language = { Dockerfile: 'dockerfile' }[path] ?? path.slice(path.lastIndexOf('.') + 1);
  return makeFile(path, text, { language });
};

domains('each is known by its paths, languages, imports or vocabulary', () => {
  for (const [domain, path, text] of MEMBERS)
    assert.ok(domainsOf(file(path, text)).includes(domain), `${domain}: ${path}: ${text}`);
  assert.equal(
    DOMAINS.map(({ name }) => name).filter((name) => !MEMBERS.some(([domain]) => domain === name)),
    [],
  );
});

domains('one word of a field, or a word that only looks like an import, is not enough', () => {
  assert.equal(domainsOf(file('src/a.ts', 'const utxo = 1;')), []);
  assert.equal(domainsOf(file('src/a.ts', 'const express = train("pg");')), []);
  assert.equal(domainsOf(file('src/a.sql', 'SELECT a FROM b; SELECT c FROM d')), ['database']);
});

domains('a former name still tells, and a path alone does', () => {
  assert.equal(domainsOf(makeFile('src/a.ts', '', { oldPath: 'src/psbt/a.ts' })), ['bitcoin']);
  assert.equal(domainsByPath('src/components/Pay.vue'), ['frontend']);
});

domains('where the text is not held, the added lines tell', () => {
  assert.equal(domainsOf(makeFile('src/a.py', 'psbt = 1\nutxo = 2', { text: null })), ['bitcoin']);
});

domains.run();

const risks = suite('risks');

/** A change that gives rise to each risk, and one that only looks like it. */
const RISKS: readonly (readonly [kind: string, risky: StagedFile, harmless: StagedFile])[] = [
  [
    'authentication',
    makeFile('src/a.ts', 'const ok = checkPassword(user);'),
    makeFile('src/a.ts', 'const token = lexer.next(); const author = 1; const role = "button";'),
  ],
  ['money', makeFile('src/a.ts', 'const totalPrice = 1;'), makeFile('src/a.ts', 'const coffee = 1;')],
  ['migration', makeFile('db/migrations/1.rb', 'x'), makeFile('src/migrate.ts', 'x')],
  [
    'public-interface',
    makeFile('src/a.ts', '', { removedLines: [{ line: 1, text: 'export const a = 1;' }] }),
    makeFile('src/a.ts', '', { removedLines: [{ line: 1, text: 'const a = 1;' }] }),
  ],
  ['deleted-tests', makeFile('test/a.ts', '', { status: 'D' }), makeFile('src/a.ts', '', { status: 'D' })],
  ['ci', makeFile('.github/workflows/ci.yml', 'x'), makeFile('docs/ci.yml', 'x')],
  ['dependencies', makeFile('app/package.json', '{}'), makeFile('app/package.jsonc', '{}')],
  [
    'executable',
    makeFile('a.sh', 'x', { newMode: '100755' }),
    makeFile('a.sh', 'x', { oldMode: '100755', newMode: '100755' }),
  ],
  ['not-shown', makeFile('a.bin', '', { review: 'binary' }), makeFile('a.lock', '', { review: 'lock-file' })],
  ['size', makeFile('a.ts', 'x\n'.repeat(500)), makeFile('a.ts', 'x\n'.repeat(500), { review: 'generated' })],
];

risks('each is seen where it is, and not in what only looks like it', () => {
  for (const [kind, risky, harmless] of RISKS) {
    assert.ok(
      computeRisks([risky]).some((risk) => risk.kind === kind && risk.paths.includes(risky.path)),
      kind,
    );
    assert.not(
      computeRisks([harmless]).some((risk) => risk.kind === kind),
      `not ${kind}`,
    );
  }
});

risks('tests do not count where only what runs in production can be at risk', () => {
  const test = makeFile('test/pay.test.ts', 'const amount = login(password);');
  assert.equal(computeRisks([test]), []);
});

risks('prose does not count where only what runs can be at risk', () => {
  const said = 'Permission is granted free of any fees.';
  for (const path of ['LICENSE', 'docs/guide.md', 'notes.txt'])
    assert.equal(computeRisks([makeFile(path, said, { language: languageOf(path) })]), [], path);
  assert.equal(computeRisks([makeFile('src/a.ts', `// ${said}`)]).length, 2);
});

risks.run();

const map = suite('the Context Map');

map('it names domains and languages by weight, policies, risks, and says all in one line', () => {
  const files = [makeFile('src/a.ts', 'const balance = 1;'), makeFile('src/b.ts', ''), makeFile('c.py', '')];
  const drawn = drawMap(files, {
    policies: ['AGENTS.md'],
    domains: (path) => (path.endsWith('.ts') ? ['web', 'crypto'] : ['web']),
  });
  assert.equal(drawn.domains, ['web', 'crypto']);
  assert.equal(drawn.languages, ['ts', 'py']);
  assert.equal(drawn.risks, [{ kind: 'money', paths: ['src/a.ts'] }]);
  assert.is(
    drawn.summary,
    '3 files, +3 -0; languages: ts, py; domains: web, crypto; policies: AGENTS.md; risks: money',
  );
  assert.equal(mapText(drawn), [
    'domains: web, crypto',
    'languages: ts, py',
    'policies: AGENTS.md',
    'risk: money: src/a.ts',
  ]);
});

map('the manifest in words has a line a file, and says what nobody is shown', () => {
  const files = [
    makeFile('a.ts', 'x'),
    makeFile('c.ts', '', { status: 'R', oldPath: 'b.ts', added: 0, review: 'empty' }),
    makeFile('d.bin', '', { added: null, deleted: null, review: 'binary' }),
  ];
  assert.equal(manifestText(files), ['A a.ts +1 -0', 'R b.ts -> c.ts +0 -0 (empty)', 'A d.bin (binary)']);
  const many = Array.from({ length: 70 }, (_, i) => makeFile(`f${i}.ts`, ''));
  assert.equal([manifestText(many).length, manifestText(many).at(-1)], [61, 'and 10 more files']);
});

map.run();
