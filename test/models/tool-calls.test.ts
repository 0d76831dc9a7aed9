import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openCompatible } from '../../lib/models/openai.ts';
import { at } from '../../lib/models/shape.ts';
import type { Question } from '../../lib/types.ts';
import { withOllama } from '../support/ollama.ts';
import { never, openOn, PATIENT, QUESTION, settingsFor } from '../support/ollama-client.ts';
import { fakeModel } from '../support/ollama-models.ts';
import { withOpenAi } from '../support/openai.ts';
import { calling, callingInPieces } from '../support/tool-calls.ts';

const test = suite('tool calling');

const TOOL = {
  name: 'read_file',
  description: 'Reads.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};
const CALL = { name: 'read_file', args: { path: 'a.js', from: 1 } };

const ASKED: Question = {
  ...QUESTION,
  ...{ schema: null, tools: [TOOL] },
  messages: [
    ...QUESTION.messages,
    { role: 'assistant', content: '', calls: [CALL] },
    { role: 'tool', content: '1: one();', tool: 'read_file' },
  ],
};

test('Ollama is told of tools, of what was called and what came of it', () =>
  withOllama({ answer: () => calling('read_file', CALL.args) }, async (server) => {
    const model = await openOn(server);
    assert.is(model.callsTools, true);
    const reply = await model.ask(ASKED, never());
    assert.equal([reply.calls, reply.text], [[CALL], '']);
    const body = server.questions()[0]?.body;
    assert.equal(at(body, 'tools'), [{ type: 'function', function: TOOL }]);
    assert.equal((at(body, 'messages') as unknown[]).slice(-2), [
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'read_file', arguments: CALL.args } }] },
      { role: 'tool', content: '1: one();', tool_name: 'read_file' },
    ]);
    assert.equal(server.faults(), []);
  }));

test('a model that does not list tools is not taken to have them', async () => {
  for (const capabilities of [['completion'], null]) {
    const plain = fakeModel('qwen2.5-coder:7b', { capabilities });
    await withOllama({ models: [plain] }, async (server) => assert.is((await openOn(server)).callsTools, false));
  }
});

test('a question without tools is sent as before', () =>
  withOllama({}, async (server) => {
    await (await openOn(server)).ask(QUESTION, never());
    assert.is(at(server.questions()[0]?.body, 'tools'), undefined);
  }));

for (const flavour of ['llama-server', 'lm-studio'] as const)
  test(`${flavour} says whether its model has tools, and its calls are put together`, async () => {
    for (const callsTools of [true, false])
      await withOpenAi(
        { flavour, callsTools, answer: () => callingInPieces('read_file', CALL.args) },
        async (server) => {
          const settings = settingsFor(server, { name: null });
          const model = await openCompatible({ provider: 'openai', port: 8080 }, settings, never(), PATIENT);
          assert.is(model.callsTools, callsTools);
          assert.equal((await model.ask(ASKED, never())).calls, [CALL]);
          const messages = at(server.questions()[0]?.body, 'messages') as unknown[];
          assert.equal(messages.slice(-2), [
            {
              ...{ role: 'assistant', content: '' },
              tool_calls: [
                {
                  id: 'call_1',
                  type: 'function',
                  function: { name: 'read_file', arguments: JSON.stringify(CALL.args) },
                },
              ],
            },
            { role: 'tool', content: '1: one();', tool_call_id: 'call_1' },
          ]);
          assert.equal(server.faults(), []);
        },
      );
  });

for (const [what, args] of [
  ['arguments that are no JSON', '{"path":'],
  ['arguments that are no object', '[1]'],
] as const)
  test(`${what} come out as none`, () =>
    withOpenAi(
      {
        answer: () => ({
          fault: what,
          act: ({ answer }) =>
            answer('', {
              lines: (lines) => [
                `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index: 0, function: { name: 'x', arguments: args } }] } }] })}\n`,
                ...lines,
              ],
            }),
        }),
      },
      async (server) => {
        const settings = settingsFor(server, { name: null });
        const model = await openCompatible({ provider: 'openai', port: 8080 }, settings, never(), PATIENT);
        assert.equal((await model.ask(ASKED, never())).calls, [{ name: 'x', args: {} }]);
      },
    ));

test.run();
