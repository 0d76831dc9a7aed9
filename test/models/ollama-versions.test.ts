import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OverflowFault } from '../../lib/models/errors.ts';
import { withOllama } from '../support/ollama.ts';
import { askOn, faultOf, GOOD, never, openOn, QUESTION, questionOf } from '../support/ollama-client.ts';
import { countAbsent, delivered, silentTruncation } from '../support/ollama-faults.ts';
import { CODER } from '../support/ollama-models.ts';
import { VERSIONS } from '../support/ollama-versions.ts';

const test = suite('releases of Ollama');

/** Far more tokens than any window. */
const LONG = questionOf('const alpha = beta.gamma(delta, epsilon);\n'.repeat(2000));

/** Dense text: more tokens than the estimate expects, so that it slips through before anything is sent. */
const DENSE = { ...CODER, bytesPerToken: 1 };
const SLIPS = questionOf('0123456789abcdef\n'.repeat(600));

for (const version of VERSIONS) {
  test(`${version} answers a question that fits`, () =>
    withOllama({ version, answer: () => GOOD }, async (server) => {
      assert.is((await askOn(server)).text, GOOD);
      assert.equal(server.faults(), []);
    }));

  test(`${version} never answers a prompt that does not fit`, () =>
    withOllama({ version, answer: () => GOOD }, async (server) => {
      assert.instance(await faultOf(askOn(server, LONG)), OverflowFault);
    }));

  test(`${version} never answers a prompt that is longer than it looks`, () =>
    withOllama({ version, answer: () => GOOD, models: [DENSE] }, async (server) => {
      assert.instance(await faultOf(askOn(server, SLIPS)), OverflowFault);
      assert.is(server.questions().length, 1);
    }));

  test(`${version} is not believed where it read less than there is`, () =>
    withOllama({ version, answer: () => silentTruncation(GOOD) }, async (server) => {
      const fault = await faultOf(askOn(server));
      assert.is(fault.kind, 'overflow');
      assert.match(fault.message, 'dropped the rest');
    }));
}

for (const version of ['0.11.0', '0.12.5', '0.0.0'])
  test(`${version} may cut in silence, so nothing is sent that might not fit`, () =>
    withOllama({ version }, async (server) => {
      const fault = await faultOf(askOn(server, LONG));
      assert.ok(fault instanceof OverflowFault && fault.contextTokens === 8192);
      assert.is(server.questions().length, 0);
    }));

for (const version of ['0.12.6', '0.24.0', '0.33.0'])
  test(`${version} refuses what does not fit by itself, and is asked`, () =>
    withOllama({ version }, async (server) => {
      await faultOf(askOn(server, LONG));
      assert.is(server.questions().length, 1);
    }));

test('a release that may cut in silence must say how much it read', () =>
  withOllama({ version: '0.11.0', answer: () => countAbsent(GOOD) }, async (server) => {
    assert.is((await faultOf(askOn(server))).kind, 'unusable');
  }));

test('a release that refuses by itself need not, and the size is estimated', () =>
  withOllama({ version: '0.33.0', answer: () => countAbsent(GOOD) }, async (server) => {
    const reply = await askOn(server);
    assert.ok(reply.promptTokens > 20);
  }));

test('an answer that pushed the prompt out of the window is no answer', () =>
  withOllama(
    { version: '0.24.0', answer: () => delivered('shifted', GOOD, {}, { prompt_eval_count: 8000, eval_count: 300 }) },
    async (server) => {
      const fault = await faultOf(askOn(server));
      assert.ok(fault instanceof OverflowFault);
      assert.equal([fault.promptTokens, fault.contextTokens], [8000, 8192]);
    },
  ));

test('tokens out of the cache count as read, also where a server leaves them out of the prompt', () =>
  withOllama(
    { answer: () => delivered('cached', GOOD, {}, { prompt_eval_count: 2, prompt_eval_cached_count: 60 }) },
    async (server) => {
      const reply = await askOn(server);
      assert.equal([reply.promptTokens, reply.cachedTokens], [2, 60]);
    },
  ));

test('the prompt order that lgtm uses is cheap to evaluate again', () =>
  withOllama({ version: '0.34.0' }, async (server) => {
    const model = await openOn(server);
    const change = 'const alpha = beta.gamma(delta, epsilon);\n'.repeat(40);
    await model.ask(questionOf(`${change}First rule?`), never());
    const second = await model.ask(questionOf(`${change}Second rule?`), never());
    assert.ok(second.cachedTokens > second.promptTokens * 0.9);
  }));

test('a question that is asked twice sends the same bytes', () =>
  withOllama({}, async (server) => {
    const model = await openOn(server);
    await model.ask(QUESTION, never());
    await model.ask(QUESTION, never());
    const [one, two] = server.questions();
    assert.is(one?.raw, two?.raw);
  }));

test.run();
