import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError } from '../../lib/errors.ts';
import { ModelFault } from '../../lib/models/errors.ts';
import { isLoopback, proveHost, readHost } from '../../lib/models/host.ts';

const test = suite('the model host');

const OLLAMA = 11434;

const READ: readonly (readonly [written: string, base: string])[] = [
  ['', 'http://127.0.0.1:11434/'],
  ['   ', 'http://127.0.0.1:11434/'],
  ['127.0.0.1', 'http://127.0.0.1:11434/'],
  ['127.0.0.1:9999', 'http://127.0.0.1:9999/'],
  [':9999', 'http://127.0.0.1:9999/'],
  [':', 'http://127.0.0.1:11434/'],
  ['localhost', 'http://localhost:11434/'],
  ['LOCALHOST:80', 'http://localhost/'],
  [' "127.0.0.1:9999" ', 'http://127.0.0.1:9999/'],
  ["'127.0.0.1'", 'http://127.0.0.1:11434/'],
  ['" 127.0.0.1 "', 'http://127.0.0.1:11434/'],
  ['http://127.0.0.1', 'http://127.0.0.1/'],
  ['http://127.0.0.1:9999', 'http://127.0.0.1:9999/'],
  ['https://127.0.0.1', 'https://127.0.0.1/'],
  ['https://127.0.0.1:9999', 'https://127.0.0.1:9999/'],
  ['ollama.com', 'https://ollama.com/'],
  ['http://ollama.com', 'http://ollama.com/'],
  ['example.com', 'http://example.com:11434/'],
  ['example.com/', 'http://example.com:11434/'],
  ['example.com/ollama/', 'http://example.com:11434/ollama'],
  ['http://127.0.0.1:9999/a/b/', 'http://127.0.0.1:9999/a/b'],
  ['::1', 'http://[::1]:11434/'],
  ['[::1]', 'http://[::1]:11434/'],
  ['[::1]:9999', 'http://[::1]:9999/'],
  ['http://[::1]', 'http://[::1]/'],
  ['0.0.0.0', 'http://127.0.0.1:11434/'],
  ['0.0.0.0:9999', 'http://127.0.0.1:9999/'],
  ['::', 'http://[::1]:11434/'],
  ['[::]:9999', 'http://[::1]:9999/'],
  ['127.0.0.1:65536', 'http://127.0.0.1:11434/'],
  ['127.0.0.1:-1', 'http://127.0.0.1:11434/'],
  ['127.0.0.1:99x', 'http://127.0.0.1:11434/'],
  ['http://127.0.0.1:x', 'http://127.0.0.1/'],
  ['https://127.0.0.1:x', 'https://127.0.0.1/'],
  ['127.0.0.1:', 'http://127.0.0.1:11434/'],
  ['127.0.0.1:+80', 'http://127.0.0.1/'],
  ['user:secret@127.0.0.1', 'http://user:11434/'],
];

for (const [written, base] of READ)
  test(`${JSON.stringify(written)} is ${base}, as Ollama reads it`, () =>
    assert.is(readHost(written, OLLAMA).href, base));

for (const written of [
  'x@127.0.0.1',
  'ftp://127.0.0.1',
  'http://127.0.0.1?x=1',
  'http://127.0.0.1/#x',
  'a:b:c',
  'exa mple',
  'fe80::1%eth0',
])
  test(`${JSON.stringify(written)} is refused as no address`, () => {
    assert.throws(
      () => readHost(written, OLLAMA),
      (error: unknown) => error instanceof ConfigError && error.message.includes(JSON.stringify(written)),
    );
  });

test('the default port is the provider’s', () => assert.is(readHost('127.0.0.1', 8080).port, '8080'));

for (const written of ['127.0.0.1', '127.1.2.3:80', '0x7f.1', '2130706433', 'localhost', '::1', '0.0.0.0', '::', ''])
  test(`${JSON.stringify(written)} stays on this machine`, () => {
    const host = proveHost(readHost(written, OLLAMA), []);
    assert.ok(host.loopback);
  });

const AWAY = [
  'example.com',
  '192.168.1.5',
  'ollama.com',
  '127.0.0.1.example.com',
  'localhost.example.com',
  'localhost.',
  '128.0.0.1',
  '::2',
  '[::ffff:127.0.0.1]',
  'user:secret@127.0.0.1',
];

for (const written of AWAY)
  test(`${JSON.stringify(written)} is refused without the user’s consent`, () => {
    assert.throws(
      () => proveHost(readHost(written, OLLAMA), []),
      (error: unknown) => error instanceof ModelFault && error.kind === 'remote-refused' && !error.transport,
    );
  });

test('a host that the user has agreed to is accepted, and is not called local', () => {
  const host = proveHost(readHost('GPU.example.com', OLLAMA), ['gpu.example.com']);
  assert.equal(host, { base: 'http://gpu.example.com:11434', name: 'gpu.example.com:11434', loopback: false });
});

test('consent with a port is for that port alone', () => {
  assert.ok(proveHost(readHost('gpu.example.com', OLLAMA), ['gpu.example.com:11434']));
  assert.ok(proveHost(readHost('https://gpu.example.com', OLLAMA), ['gpu.example.com:443']));
  assert.throws(() => proveHost(readHost('gpu.example.com:80', OLLAMA), ['gpu.example.com:11434']));
});

test('consent may be written with or without brackets for IPv6', () => {
  assert.ok(proveHost(readHost('[2001:db8::1]', OLLAMA), ['2001:db8::1']));
  assert.ok(proveHost(readHost('[2001:db8::1]', OLLAMA), ['[2001:db8::1]:11434']));
});

test('consent for one host is none for its neighbour', () => {
  assert.throws(() => proveHost(readHost('gpu.example.com.evil.test', OLLAMA), ['gpu.example.com']));
});

test('the proof looks at the URL that is connected to', () => {
  const url = readHost('127.0.0.1\\@example.com', OLLAMA);
  assert.ok(isLoopback(url));
  assert.is(url.hostname, '127.0.0.1');
});

test.run();
