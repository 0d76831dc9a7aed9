import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Bus } from '../../lib/runtime/bus.ts';
import { invoke, type Outcome } from '../../lib/runtime/converse.ts';
import { toolbox } from '../../lib/runtime/tools/index.ts';
import type { Answer } from '../../lib/runtime/turns.ts';
import type { Asked, Fault } from '../support/ollama-types.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { groundOf, withBus } from '../support/runtime.ts';

const talk = suite<{ repo: TestRepo }>('an invocation');

talk.before((context) => {
  context.repo = makeRepo();
  context.repo.commit({ 'a.js': 'one();\n', 'b.js': `${'x'.repeat(300)}\n`.repeat(110) });
});
talk.after(({ repo }) => repo.remove());

/** The answer of a role that says how many there are. */
const COUNT: Answer<number> = {
  name: 'count',
  schema: {
    type: 'object',
    properties: { count: { type: 'integer' } },
    required: ['count'],
    additionalProperties: false,
  },
  read: (value) => {
    const { count, ...rest } = (value ?? {}) as { count?: unknown };
    return typeof count === 'number' && Object.keys(rest).length === 0 ? count : null;
  },
  check: (count) => (count < 100 ? null : `${count} is too many`),
};

const call = (tool: string, args: object): string => JSON.stringify({ tool, args });

interface Held {
  readonly outcome: Outcome<number>;
  readonly bus: Bus;
  readonly asked: readonly Asked['messages'][];
  readonly faults: readonly string[];
}

/** Invokes a role whose n-th answer is the n-th of `script`; the last is repeated. */
const hold = async (
  repo: TestRepo,
  script: readonly (string | Fault)[],
  options: object = {},
  granted = ['read_file', 'list_files', 'log'],
): Promise<Held> => {
  const asked: Asked['messages'][] = [];
  const answer = ({ messages }: Asked, n: number): string | Fault => {
    asked.push(messages);
    return script[Math.min(n, script.length - 1)] ?? '';
  };
  const ground = await groundOf(repo);
  return withBus(repo, { answer, ...options }, async (bus, server) => {
    const outcome = await invoke(bus, {
      ...{ role: 'explorer', why: 'test', answer: COUNT, maxTokens: 100, repairs: 1 },
      messages: [
        { role: 'system', content: 'You count.' },
        { role: 'user', content: 'How many?' },
      ],
      tools: toolbox(granted, ground),
    });
    return { outcome, bus, asked, faults: server.faults() };
  });
};

const failure = ({ outcome }: Held): string =>
  outcome.kind === 'failed' ? `${outcome.failure.kind}: ${outcome.failure.reason}` : `final ${outcome.value}`;

const kinds = ({ bus }: Held): string[] => bus.transcript.entries.map(({ kind }) => kind);

talk('ends in an answer, and executes on the way what the role calls for', async ({ repo }) => {
  const held = await hold(repo, [call('read_file', { path: 'a.js', from: 1, to: 9 }), '{"count":1}']);
  assert.is(failure(held), 'final 1');
  const [, second] = held.asked;
  assert.match(second?.at(-1)?.content ?? '', /^FILE a\.js[\s\S]*1: one\(\);/);
  assert.is(second?.at(-2)?.content, call('read_file', { path: 'a.js', from: 1, to: 9 }));
  assert.equal(kinds(held), ['turn', 'tool', 'turn']);
  assert.equal(held.faults, []);
});

talk('tells an answer that fails its checks, after it was sent back with the reason', async ({ repo }) => {
  const mended = await hold(repo, ['{"count":500}', '{"count":5}']);
  assert.is(failure(mended), 'final 5');
  assert.match(mended.asked[1]?.at(-1)?.content ?? '', /500 is too many/);
  assert.is(failure(await hold(repo, ['{"count":500}'])), 'hallucination: 500 is too many');
  assert.is(failure(await hold(repo, ['Well.'])), 'hallucination: its answer could not be read');
});

talk('takes no answer of another role for one', async ({ repo }) => {
  const reviewer = '{"findings":[{"quote":"one();","line":"L1","why":"bad","fix":""}]}';
  const held = await hold(repo, [reviewer, '{"count":1,"findings":[]}']);
  assert.is(failure(held), 'hallucination: its answer could not be read');
});

for (const [what, script] of [
  ['the same call for ever', [call('read_file', { path: 'a.js' })]],
  ['an unknown tool', [call('rm', { path: 'a.js' })]],
  ['paths outside', ['/etc/passwd', '../x', '../../y'].map((path) => call('read_file', { path }))],
] as const)
  talk(`tells a stall: ${what}`, async ({ repo }) => {
    const held = await hold(repo, script);
    assert.is(failure(held), 'stall: 3 turns in a row brought nothing');
    assert.is(kinds(held).filter((kind) => kind === 'tool').length, what === 'the same call for ever' ? 4 : 3);
    assert.is(kinds(held).at(-1), 'failure');
  });

talk('asks for the answer after the last call that the mode allows', async ({ repo }) => {
  const names = ['a.js', 'b.js', 'a.js', 'b.js'];
  const script = names.map((path, i) => call('read_file', { path, from: 1 + Math.floor(i / 2), to: 1 }));
  const held = await hold(repo, [...script.slice(0, 2), '{"count":2}'], { limits: { tool_calls: 2 } });
  assert.is(failure(held), 'final 2');
  assert.match(held.asked[2]?.at(-1)?.content ?? '', /Give the answer now/);
});

for (const [limit, expected] of [
  [{ turns: 1 }, 'limit: the mode allows 1 turns'],
  [{ tokens: 10 }, 'limit: the mode allows 10 tokens'],
] as const)
  talk(`tells a limit: ${expected}`, async ({ repo }) => {
    const held = await hold(repo, [call('read_file', { path: 'a.js' }), '{"count":1}'], { limits: limit });
    assert.is(failure(held), expected);
  });

talk(
  'leaves out old results where the window is full, and tells an overflow where that is not enough',
  async ({ repo }) => {
    const reads = [1, 2, 3].map((from) => call('read_file', { path: 'b.js', from, to: 30 + from }));
    const held = await hold(repo, [...reads, '{"count":3}'], { context: 8192 });
    assert.is(failure(held), 'final 3');
    assert.ok(held.asked.at(-1)?.some(({ content }) => content === '(left out to make room)'));
    const tooLong = await hold(repo, [call('read_file', { path: 'b.js', from: 1, to: 110 }), '{"count":1}'], {
      context: 4096,
    });
    assert.match(failure(tooLong), /^final 1/);
    const hopeless = await withBus(repo, { context: 4096 }, (bus) =>
      invoke(bus, {
        ...{ role: 'explorer', why: 'test', answer: COUNT, maxTokens: 100, repairs: 1 },
        messages: [{ role: 'user', content: 'word '.repeat(9000) }],
      }),
    );
    assert.is(hopeless.kind === 'failed' && hopeless.failure.kind, 'overflow');
  },
);

talk('takes a server that fails for what it is', async ({ repo }) => {
  const held = await hold(repo, [{ fault: 'dies', act: ({ server }) => server.die() }]);
  assert.match(failure(held), /^model: /);
});

talk('answers from disk what was asked before, and says so in the transcript', async ({ repo }) => {
  await withBus(repo, { answer: () => '{"count":4}' }, async (bus, server) => {
    const job = {
      ...{ role: 'explorer', why: 'test', answer: COUNT, maxTokens: 100, repairs: 1 },
      messages: [{ role: 'user' as const, content: 'How many?' }],
    };
    await invoke(bus, job);
    assert.equal(await invoke(bus, job), { kind: 'final', value: 4 });
    assert.is(server.questions().length, 1);
    assert.equal(
      bus.transcript.entries.map((one) => (one.kind === 'turn' ? one.outcome : one.kind)),
      ['read', 'remembered'],
    );
  });
});

talk.run();
