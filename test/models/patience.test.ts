import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigError } from '../../lib/errors.ts';
import { pause } from '../../lib/models/bounded.ts';
import { GrammarFault, ModelFault } from '../../lib/models/errors.ts';
import { TransportError } from '../../lib/models/exchange.ts';
import { descend, withRetry } from '../../lib/models/patience.ts';
import { explained } from '../../lib/models/transport.ts';
import { faultOf, never, PATIENT } from '../support/ollama-client.ts';

const test = suite('patience with a model server');

const failing = (...errors: readonly Error[]) => {
  let calls = 0;
  const work = async (): Promise<string> => {
    const error = errors[calls];
    calls += 1;
    if (error) throw error;
    return 'done';
  };
  return { work, calls: () => calls };
};

const reset = new TransportError('head', 'ECONNRESET', 'socket hang up');

for (const [name, errors, calls] of [
  ['success', [], 1],
  ['one reset before the answer', [reset], 2],
  ['one busy moment', [new ModelFault('busy', 'x')], 2],
] as const)
  test(`work is done ${calls === 1 ? 'once' : 'once more'} after ${name}`, async () => {
    const { work, calls: counted } = failing(...errors);
    assert.is(await withRetry(work, never(), PATIENT), 'done');
    assert.is(counted(), calls);
  });

for (const [name, errors] of [
  ['two resets', [reset, reset]],
  ['a time-out before the answer', [new TransportError('head', 'ETIMEDOUT', 'x')]],
  ['a reset in the middle', [new TransportError('body', 'ECONNRESET', 'x')]],
  ['a refused connection', [new TransportError('connect', 'ECONNREFUSED', 'x')]],
  ['a time-out', [new ModelFault('timeout', 'x')]],
  ['a bug', [new TypeError('x')]],
] as const)
  test(`${name} comes out as it is`, async () => {
    const { work, calls } = failing(...errors);
    const thrown: unknown = await withRetry(work, never(), PATIENT).catch((error: unknown) => error);
    assert.is(thrown, errors.at(-1));
    assert.is(calls(), errors.length);
  });

test('a pause ends at once where its signal has ended or ends', async () => {
  const reason = new ModelFault('timeout', 'enough');
  assert.is(await faultOf(pause(60_000, AbortSignal.abort(reason))), reason);
  const later = new AbortController();
  const waiting = faultOf(pause(60_000, later.signal));
  later.abort(reason);
  assert.is(await waiting, reason);
  await pause(1, never());
  assert.not(process.getActiveResourcesInfo().includes('Timeout'));
});

const choosy = (accepted: string, tried: string[]) => async (format: string) => {
  tried.push(format);
  if (format !== accepted) throw new GrammarFault(format);
  return format;
};

test('formats are tried from strong to weak, and each schema remembers its own', async () => {
  const descents = new Map<string, number>();
  const tried: string[] = [];
  const formats = ['strong', 'weak', 'none'];
  assert.is(await descend(formats, { a: 1 }, descents, choosy('weak', tried)), 'weak');
  assert.is(await descend(formats, { a: 1 }, descents, choosy('weak', tried)), 'weak');
  assert.is(await descend(formats, { b: 1 }, descents, choosy('strong', tried)), 'strong');
  assert.equal(tried, ['strong', 'weak', 'weak', 'strong']);
});

test('a descent may go on from where it stopped', async () => {
  const descents = new Map<string, number>();
  const tried: string[] = [];
  const formats = ['strong', 'weak', 'none'];
  await descend(formats, null, descents, choosy('weak', tried));
  await descend(formats, null, descents, choosy('none', tried));
  await descend(formats, null, descents, choosy('none', tried));
  assert.equal(tried, ['strong', 'weak', 'weak', 'none', 'none']);
});

test('another fault ends the descent', async () => {
  const fault = new ModelFault('failed', 'x');
  const work = () => Promise.reject(fault);
  assert.is(await faultOf(descend(['strong', 'weak'], null, new Map(), work)), fault);
});

const server = { title: 'Ollama', host: '127.0.0.1:1', start: 'Start it.' };

test('what nobody expected is still a fault that callers know', async () => {
  const cause = new TypeError('x is not a function');
  const fault = await faultOf(explained(server, () => Promise.reject(cause)));
  assert.is(fault.kind, 'failed');
  assert.match(fault.message, 'x is not a function');
  assert.is(fault.cause, cause);
});

test('a fault of the configuration stays one', async () => {
  const error = new ConfigError('x');
  assert.is(await explained(server, () => Promise.reject(error)).catch((thrown: unknown) => thrown), error);
});

for (const [phase, code, kind, words] of [
  ['connect', 'ECONNREFUSED', 'unreachable', 'is not running'],
  ['connect', 'ETIMEDOUT', 'unreachable', 'does not accept connections'],
  ['connect', 'ENOTFOUND', 'unreachable', 'cannot be resolved'],
  ['connect', 'EAI_AGAIN', 'unreachable', 'cannot be resolved'],
  ['connect', 'EHOSTUNREACH', 'unreachable', 'cannot be reached'],
  ['connect', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['head', 'ECONNRESET', 'failed', 'without an answer'],
  ['head', 'HPE_INVALID_CONSTANT', 'not-ollama', 'does not speak HTTP'],
  ['body', 'ECONNRESET', 'failed', 'in the middle'],
  ['body', 'HPE_INVALID_CHUNK_SIZE', 'not-ollama', 'does not speak HTTP'],
  ['body', 'ETIMEDOUT', 'timeout', 'went silent'],
] as const)
  test(`${code} in the phase ${phase} is ${kind}`, async () => {
    const error = new TransportError(phase, code, 'x');
    const fault = await faultOf(explained(server, () => Promise.reject(error)));
    assert.is(fault.kind, kind);
    assert.match(fault.message, words);
    assert.ok(fault.transport);
    assert.is(fault.cause, error);
  });

test.run();
