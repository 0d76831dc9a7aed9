import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesPerToken, noteRatios } from '../../lib/state/calibration.ts';
import { stateFolder } from '../../lib/state/folders.ts';
import { expectedMs, keepIncident, keepRun, type RunRecord } from '../../lib/state/records.ts';
import { withFolders } from './support.ts';

const records = suite('records of runs');

const RUN: RunRecord = {
  provider: 'ollama',
  model: 'm',
  digest: 'd',
  context: 8192,
  calls: 2,
  remembered: 0,
  promptTokens: 100,
  cachedTokens: 0,
  outputTokens: 10,
  ms: 600,
  loadMs: 0,
  proved: 0,
  relocated: 0,
  dropped: 0,
  unanswered: 0,
  failure: null,
  rulings: [],
};

const filesIn = (env: NodeJS.ProcessEnv, kind: string): string[] => readdirSync(join(stateFolder(env), kind)).sort();

records('tell how long a question takes, by the median of the same model', () =>
  withFolders((env) => {
    assert.is(expectedMs(env, 'd'), null);
    for (const ms of [600, 200, 20_000]) keepRun(env, { ...RUN, ms });
    keepRun(env, { ...RUN, digest: 'other', ms: 1 });
    keepRun(env, { ...RUN, calls: 0, ms: 0 });
    assert.is(expectedMs(env, 'd'), 300);
  }),
);

records('are at most fifty, for the user alone', () =>
  withFolders((env) => {
    for (let i = 0; i < 55; i++) keepRun(env, RUN);
    const names = filesIn(env, 'runs');
    assert.is(names.length, 50);
    assert.is(statSync(join(stateFolder(env), 'runs', names[0] ?? '')).mode & 0o777, 0o600);
  }),
);

records('of an incident are one readable file', () =>
  withFolders((env) => {
    keepIncident(env, {
      ...{ kind: 'failed', provider: 'ollama', host: 'h', model: 'm' },
      ...{ answered: 1, ms: 5, question: 'abc' },
    });
    const [name = ''] = filesIn(env, 'incidents');
    const incident = JSON.parse(readFileSync(join(stateFolder(env), 'incidents', name), 'utf8')) as Record<
      string,
      unknown
    >;
    assert.equal([incident['schema'], incident['kind'], incident['question']], [1, 'failed', 'abc']);
  }),
);

records('that cannot be read are passed over', () =>
  withFolders((env) => {
    assert.is(expectedMs({ ...env, XDG_STATE_HOME: '/dev/null' }, 'd'), null);
    keepRun({ ...env, XDG_STATE_HOME: '/dev/null' }, RUN);
  }),
);

const size = suite('the size of a token');

size('is three bytes until eight prompts were counted', () =>
  withFolders((env) => {
    assert.is(bytesPerToken(env, 'd'), 3);
    noteRatios(env, 'd', [3.9, 3.9, 3.9, 3.9, 3.9, 3.9, 3.9]);
    assert.is(bytesPerToken(env, 'd'), 3);
    noteRatios(env, 'd', [3.9]);
    assert.is(bytesPerToken(env, 'd'), 3.75);
    assert.is(bytesPerToken(env, 'another'), 3);
  }),
);

size('is that of the densest prompts, and may be less than three', () =>
  withFolders((env) => {
    noteRatios(env, 'd', [4, 4, 4, 4, 4, 4, 4, 4, 4, 2.1]);
    assert.is(bytesPerToken(env, 'd'), 4);
    noteRatios(env, 'd', [2.1, 2.1]);
    assert.is(bytesPerToken(env, 'd'), 2);
  }),
);

size('ignores counts that no vocabulary gives', () =>
  withFolders((env) => {
    noteRatios(
      env,
      'd',
      Array.from({ length: 20 }, () => 50),
    );
    noteRatios(env, 'd', [Number.NaN, Number.POSITIVE_INFINITY, 0]);
    assert.is(bytesPerToken(env, 'd'), 3);
  }),
);

size('forgets what was long ago', () =>
  withFolders((env) => {
    noteRatios(
      env,
      'd',
      Array.from({ length: 64 }, () => 2),
    );
    noteRatios(
      env,
      'd',
      Array.from({ length: 64 }, () => 4),
    );
    assert.is(bytesPerToken(env, 'd'), 4);
  }),
);

records.run();
size.run();
