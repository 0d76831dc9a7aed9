import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Clocks } from '../../lib/models/exchange.ts';
import { openOllama } from '../../lib/models/ollama.ts';
import type { ModelSettings } from '../../lib/types.ts';
import { withOllama } from '../support/ollama.ts';
import { faultOf, GOOD, never, PATIENT, QUESTION, settingsFor } from '../support/ollama-client.ts';
import { FAULTS, type FaultCase } from '../support/ollama-fault-table.ts';
import type { FakeOllama } from '../support/ollama-types.ts';

const test = suite('the Ollama client under every fault');

const SHORT = 150;

const clocksFor = ({ clock }: FaultCase): Clocks =>
  clock === 'preflight' || clock === 'idle' ? { ...PATIENT, [clock]: SHORT } : PATIENT;

const settingsOf = (row: FaultCase, server: FakeOllama): ModelSettings => ({
  ...settingsFor(server, row.settings),
  ...(row.clock === 'load' ? { loadTimeout: SHORT / 1000 } : {}),
});

const open = (row: FaultCase, server: FakeOllama) => openOllama(settingsOf(row, server), {}, never(), clocksFor(row));

const deadline = ({ clock }: FaultCase): AbortSignal => (clock === 'deadline' ? AbortSignal.timeout(SHORT) : never());

const run = async (row: FaultCase, server: FakeOllama): Promise<void> => {
  if (row.stage === 'open' && row.kind) {
    assert.is((await faultOf(open(row, server))).kind, row.kind);
    return;
  }
  const model = await open(row, server);
  if (row.stage === 'load' && row.kind) {
    assert.is((await faultOf(model.load(never()))).kind, row.kind);
    return;
  }
  await model.load(never());
  const answer = model.ask(QUESTION, deadline(row));
  if (row.kind) assert.is((await faultOf(answer)).kind, row.kind);
  else assert.is((await answer).text, (row.text ?? ((good) => good))(GOOD));
};

for (const row of FAULTS) {
  test(`group ${row.group}: ${row.name}: ${row.kind ?? 'the answer arrives'}`, () =>
    withOllama(
      row.options(() => GOOD),
      async (server) => {
        await run(row, server);
        await server.idle();
        assert.equal(server.faults(), []);
      },
    ));
}

test('the table covers all twelve groups', () => {
  assert.equal([...new Set(FAULTS.map(({ group }) => group))], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test.run();
