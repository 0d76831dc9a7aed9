import type { FaultKind } from '../../lib/models/errors.ts';
import type { ModelSettings } from '../../lib/types.ts';
import { CONTENTS } from './ollama-contents.ts';
import * as faults from './ollama-faults.ts';
import { CODER, fakeModel, MODELS } from './ollama-models.ts';
import { STATUSES } from './ollama-statuses.ts';
import type { Asked, FakeOptions, Fault } from './ollama-types.ts';

/** Every fault that lgtm has to survive, in twelve groups, as options of a loopback server. */

/** The answer that a model without fault would give to the n-th question. */
export type Good = (asked: Asked, n: number) => string;

export interface FaultCase {
  readonly group: number;
  readonly name: string;
  /** Where the client meets it first. */
  readonly stage: 'open' | 'load' | 'ask';
  /** What the client throws; null where the answer arrives all the same. */
  readonly kind: FaultKind | null;
  readonly options: (good: Good) => FakeOptions;
  /** Text of the reply where it is not the good one. */
  readonly text?: (good: string) => string;
  /** The clock that ends it; a test wants it short. */
  readonly clock?: 'preflight' | 'load' | 'idle' | 'deadline';
  /** Settings without which it does not show. */
  readonly settings?: Partial<ModelSettings>;
}

type Row = Omit<FaultCase, 'group'>;

const group = (number: number, rows: readonly Row[]): FaultCase[] => rows.map((row) => ({ group: number, ...row }));

const isLoad = (recorded: { readonly path: string; readonly body: { readonly messages?: unknown } | null }): boolean =>
  recorded.path === '/api/chat' && Array.isArray(recorded.body?.messages) && recorded.body.messages.length === 0;

/** The fault in place of every answer. */
const asking =
  (make: (text: string) => Fault) =>
  (good: Good): FakeOptions => ({ answer: (asked, n) => make(good(asked, n)) });

const askingOnce =
  (fault: Fault) =>
  (good: Good): FakeOptions => ({ answer: (asked, n) => (n === 0 ? fault : good(asked, n)) });

const loading =
  (fault: Fault) =>
  (good: Good): FakeOptions => ({ answer: good, fault: (recorded) => (isLoad(recorded) ? fault : null) });

const everywhere = (fault: Fault) => (): FakeOptions => ({ fault: () => fault });

const having =
  (options: FakeOptions) =>
  (good: Good): FakeOptions => ({ answer: good, ...options });

const open = (name: string, kind: FaultKind, options: Row['options'], more: Partial<Row> = {}): Row => ({
  name,
  stage: 'open',
  kind,
  options,
  ...more,
});

const ask = (name: string, kind: FaultKind | null, options: Row['options'], more: Partial<Row> = {}): Row => ({
  name,
  stage: 'ask',
  kind,
  options,
  ...more,
});

const NOWHERE = 'http://192.0.2.1:9/';

const TRANSPORT = group(1, [
  open('connection refused', 'unreachable', () => ({ listen: false })),
  open('unknown host name', 'unreachable', () => ({}), {
    settings: { host: 'nohost.invalid', allowRemote: ['nohost.invalid'] },
  }),
  open('accepted, never answered', 'timeout', everywhere(faults.neverAnswers), { clock: 'preflight' }),
  open('reset before headers', 'failed', everywhere(faults.resetBeforeHeaders)),
  ask(
    'question never answered',
    'timeout',
    asking(() => faults.neverAnswers),
    { clock: 'deadline' },
  ),
  ask('reset before headers, once', null, askingOnce(faults.resetBeforeHeaders)),
  ask(
    'reset before headers, always',
    'failed',
    asking(() => faults.resetBeforeHeaders),
  ),
  ask('reset in the middle', 'failed', asking(faults.resetMidBody)),
]);

const TIME = group(2, [
  { ...ask('slow load without headers', null, having({ models: [{ ...CODER, loadMs: 60 }] })), stage: 'load' },
  { ...ask('load that does not end', 'timeout', loading(faults.neverAnswers), { clock: 'load' }), stage: 'load' },
  ask(
    'slow first byte',
    null,
    asking((text) => faults.slowFirstByte(text, 60)),
  ),
  ask(
    'slow drip',
    null,
    asking((text) => faults.drip(text, 5)),
  ),
  ask('silence in the middle', 'timeout', asking(faults.silentMidStream), { clock: 'idle' }),
]);

const CHUNKS = group(3, [
  ask('one byte at a time', null, asking(faults.byteByByte)),
  ask('all lines in one chunk', null, asking(faults.manyLinesAtOnce)),
  ask('split inside characters', null, asking(faults.splitCharacters)),
  ask('split inside escapes', null, asking(faults.splitEscapes)),
  ask('blank lines', null, asking(faults.blankLines)),
  ask('CRLF', null, asking(faults.crlf)),
  ask('no final newline', null, asking(faults.noFinalNewline)),
  ask('line of 8 MB', 'unusable', asking(faults.hugeLine)),
]);

const STREAM = group(4, [
  ask(
    'crash in the middle',
    'failed',
    asking((text) => faults.errorMidStream(text, 'model runner has unexpectedly stopped')),
  ),
  ask('ends without done', 'unusable', asking(faults.noDone)),
  ask('done twice', null, asking(faults.doneTwice)),
  ask('data after done', null, asking(faults.dataAfterDone)),
  ask('a line that is not JSON', 'unusable', asking(faults.brokenLine)),
]);

const PROXY = group(5, [
  open('web page in place of the version', 'not-ollama', everywhere(faults.html(200))),
  ask(
    'web page with 502',
    'failed',
    asking(() => faults.html(502)),
  ),
  ask(
    'web page with 504',
    'failed',
    asking(() => faults.html(504)),
  ),
  ask(
    'web page with 200',
    'not-ollama',
    asking(() => faults.html(200)),
  ),
  ask(
    'compressed answer',
    'unusable',
    asking(() => faults.gzipped),
  ),
  ask('wrong content type', null, asking(faults.wrongType)),
  ...[301, 302, 307, 308].map((status) =>
    ask(
      `redirect ${status}`,
      'not-ollama',
      asking(() => faults.redirect(status, NOWHERE)),
    ),
  ),
]);

const WRONG_SERVER = group(6, [
  open('another server: 404', 'not-ollama', everywhere(faults.refuses(404, '404 page not found'))),
  open('another server: 405', 'not-ollama', everywhere(faults.refuses(405, '405 method not allowed'))),
  open('another server: other JSON', 'not-ollama', everywhere(faults.refuses(200, { status: 'ok' }))),
  open('host header not allowed', 'refused', everywhere(faults.refuses(403, ''))),
]);

const REFUSALS = group(7, [
  // A refused grammar is asked again without schema, and answered here all the same way.
  ...STATUSES.map(({ name, status, body, kind }) =>
    ask(
      name,
      kind,
      asking(() => faults.refuses(status, body)),
    ),
  ),
  ask(
    'busy, once',
    null,
    askingOnce(faults.refuses(503, { error: 'server busy, please try again.  maximum pending requests exceeded' })),
  ),
  ask('grammar refused, once', null, askingOnce(faults.refuses(400, { error: 'failed to parse grammar' }))),
]);

const TRUNCATION = group(8, [
  ask('most of the prompt dropped', 'overflow', asking(faults.silentTruncation)),
  ask('no prompt_eval_count', null, asking(faults.countAbsent)),
  ask('no prompt_eval_count, old release', 'unusable', (good) => ({
    version: '0.11.0',
    answer: (asked, n) => faults.countAbsent(good(asked, n)),
  })),
]);

const CONTENT = group(9, [
  ...CONTENTS.map(({ name, text }) =>
    ask(name, null, (good) => ({ answer: (asked, n) => text(good(asked, n)) }), { text }),
  ),
  ask(
    'only thinks',
    'unusable',
    asking(() => faults.onlyThinks),
  ),
]);

const without =
  (...fields: readonly string[]) =>
  (line: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(line).filter(([name]) => !fields.includes(name)));

const noRole = (line: Record<string, unknown>): Record<string, unknown> => {
  const { content } = line['message'] as { content: string };
  return { ...line, message: { content } };
};

const SHAPE = group(10, [
  ask(
    'unknown fields',
    null,
    asking((text) =>
      faults.withFields('unknown fields', text, (line) => ({ ...line, logprobs: [], tool_calls: null, x: { y: 1 } })),
    ),
  ),
  ask(
    'no role',
    null,
    asking((text) => faults.withFields('no role', text, noRole)),
  ),
  ask(
    'no durations',
    null,
    asking((text) =>
      faults.withFields(
        'no durations',
        text,
        without('total_duration', 'load_duration', 'prompt_eval_duration', 'eval_duration'),
      ),
    ),
  ),
  ask(
    'odd created_at',
    null,
    asking((text) => faults.withFields('odd created_at', text, (line) => ({ ...line, created_at: 'yesterday' }))),
  ),
]);

const named = (listed: string, name: string): Row =>
  ask(`listed as ${listed}`, null, having({ models: [fakeModel(listed)] }), { settings: { name } });

const LISTING = group(11, [
  open('nothing installed', 'model-missing', having({ models: [] })),
  named('qwen2.5-coder:latest', 'qwen2.5-coder'),
  named('Qwen2.5-Coder:7B', 'qwen2.5-coder:7b'),
  named('registry.ollama.ai/library/qwen2.5-coder:7b', 'qwen2.5-coder:7b'),
  ask('no capabilities, no model_info', null, having({ models: [{ ...CODER, capabilities: null, trained: null }] })),
]);

const upgrade = (text: string): Fault => ({
  fault: 'upgraded',
  act: async (call) => {
    call.server.setVersion('0.24.0');
    await call.answer(text);
  },
});

const CHANGES = group(12, [
  ask(
    'server dies before the first answer',
    'unreachable',
    asking(() => faults.dies),
  ),
  ask('version changes', null, asking(upgrade)),
  ask('clock a day behind', null, having({ skew: -86_400_000, loaded: { [CODER.name]: 8192 }, models: MODELS })),
]);

export const FAULTS: readonly FaultCase[] = [
  ...TRANSPORT,
  ...TIME,
  ...CHUNKS,
  ...STREAM,
  ...PROXY,
  ...WRONG_SERVER,
  ...REFUSALS,
  ...TRUNCATION,
  ...CONTENT,
  ...SHAPE,
  ...LISTING,
  ...CHANGES,
];
