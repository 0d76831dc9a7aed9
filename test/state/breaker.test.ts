import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BREAKER, noteFailure, noteSuccess, readBreaker } from '../../lib/state/breaker.ts';
import { stateFolder } from '../../lib/state/folders.ts';
import { withFolders } from './support.ts';

const breaker = suite('the circuit breaker');

const PLACE = 'ollama 127.0.0.1:11434 qwen2.5-coder:7b';
const NOW = 1_760_000_000_000;

const fail = (env: NodeJS.ProcessEnv, times: number, at = NOW): boolean[] =>
  Array.from({ length: times }, () => noteFailure(env, PLACE, 'unreachable', at));

breaker('opens with the third failure in a row', () =>
  withFolders((env) => {
    assert.equal(fail(env, 2), [false, false]);
    assert.is(readBreaker(env, PLACE, NOW).state, 'closed');
    assert.equal(fail(env, 1), [true]);
    assert.equal(readBreaker(env, PLACE, NOW + 1), {
      state: 'open',
      kind: 'unreachable',
      failures: 3,
      minutesLeft: 10,
    });
  }),
);

breaker('counts from the start after a success', () =>
  withFolders((env) => {
    fail(env, 2);
    assert.is(noteSuccess(env, PLACE), true);
    assert.is(noteSuccess(env, PLACE), false);
    assert.equal(fail(env, 2), [false, false]);
  }),
);

breaker('lets one try through after ten minutes, and opens again with the next failure', () =>
  withFolders((env) => {
    fail(env, 3);
    assert.is(readBreaker(env, PLACE, NOW + BREAKER.cool - 1).state, 'open');
    assert.is(readBreaker(env, PLACE, NOW + BREAKER.cool).state, 'half-open');
    assert.equal(fail(env, 1, NOW + BREAKER.cool), [true]);
    assert.is(readBreaker(env, PLACE, NOW + BREAKER.cool + 1).state, 'open');
  }),
);

breaker('is not held open by a clock that was set back or ran ahead', () =>
  withFolders((env) => {
    fail(env, 3, NOW + 365 * 86_400_000);
    assert.is(readBreaker(env, PLACE, NOW).state, 'closed');
    fail(env, 1, NOW);
    assert.is(readBreaker(env, PLACE, NOW + 1).state, 'open');
    assert.is(readBreaker(env, PLACE, NOW + 365 * 86_400_000).state, 'half-open');
  }),
);

breaker('knows one place from another', () =>
  withFolders((env) => {
    fail(env, 3);
    assert.is(readBreaker(env, `${PLACE}x`, NOW).state, 'closed');
  }),
);

breaker('is closed where its state is torn, foreign, or cannot be kept', () =>
  withFolders((env, base) => {
    fail(env, 3);
    const folder = join(stateFolder(env), 'breakers');
    const path = join(folder, readdirSync(folder)[0] ?? '');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.slice(0, -4));
    assert.is(readBreaker(env, PLACE, NOW).state, 'closed');
    writeFileSync(join(base, 'file'), '');
    const nowhere = { ...env, XDG_STATE_HOME: join(base, 'file') };
    fail(nowhere, 3);
    assert.is(readBreaker(nowhere, PLACE, NOW).state, 'closed');
  }),
);

breaker.run();
