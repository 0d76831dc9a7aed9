import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startOllama } from '../support/ollama.ts';
import { neverAnswers } from '../support/ollama-faults.ts';
import { CODER } from '../support/ollama-models.ts';
import type { FakeOllama } from '../support/ollama-types.ts';
import { MARK, marked, pause, until } from '../support/processes.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';
import { BIN, lgtm, type Ran } from '../support/run.ts';

/** A repository whose change leads to a question, and a model that never answers it. */
interface Scene {
  repo: TestRepo;
  server: FakeOllama;
  env: NodeJS.ProcessEnv;
  mark: string;
}

const signals = suite<Scene>('signals');

const CHANGE = '// Payments.\nexport const retryPay = (inv) => retry(() => pay(inv));\n';

signals.before.each(async (scene) => {
  scene.repo = makeRepo();
  scene.server = await startOllama({ answer: () => neverAnswers });
  scene.mark = randomUUID();
  scene.env = { ...scene.repo.env, OLLAMA_HOST: scene.server.host, LGTM_MODEL: CODER.name, [MARK]: scene.mark };
  scene.repo.commit({ 'pay.js': '// Payments.\n', 'other.txt': 'a\n' });
  scene.repo.stage({ 'pay.js': CHANGE });
  scene.repo.write('other.txt', 'a\nnot staged\n');
});
signals.after.each(async ({ repo, server }) => {
  await server.close();
  repo.remove();
});

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

const stateOf = ({ git }: TestRepo): string[] => [
  git('rev-parse', 'HEAD'),
  git('ls-files', '-s'),
  git('stash', 'list'),
  git('diff'),
  git('status', '--porcelain'),
];

const nothingIsLeft = (mark: string): Promise<void> =>
  until(`no process is left of ${mark}: ${marked(mark).join('; ')}`, () => marked(mark).length === 0);

/** The review has come to the model, which does not answer. */
const asked = ({ server }: Scene): Promise<void> => until('a question is asked', () => server.questions().length > 0);

for (const [name, code] of SIGNALS)
  signals(`ends with ${code} on ${name} while the model is asked, and frees the connection`, async (scene) => {
    const { repo, env, mark, server } = scene;
    const before = stateOf(repo);
    const ran = lgtm(['check'], {
      cwd: repo.root,
      env,
      started: (pid) => void asked(scene).then(() => process.kill(pid, name)),
    });
    assert.is((await ran).code, code);
    await server.idle();
    await nothingIsLeft(mark);
    assert.equal(stateOf(repo), before);
  });

/** Milliseconds after the start: node starts, git is asked, files are read, detectors run. */
const MOMENTS = [30, 90, 150, 220, 320];

const stageMany = (repo: TestRepo): void =>
  repo.stage(
    Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`src/${i}.ts`, `export const a${i} = ${i};\n`])),
  );

const killed = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It was faster.
  }
};

/** Before node can listen to a signal, the signal itself ends it; a review that was faster has ended by itself. */
const endedBy = (ran: Ran, name: NodeJS.Signals, code: number): boolean =>
  ran.signal === name || [code, 0, 1].includes(ran.code ?? -1);

for (const [name, code] of [...SIGNALS, ['SIGKILL', 137] as const])
  signals(`leaves everything as it was on ${name}, whenever it comes`, async ({ repo, env, mark }) => {
    stageMany(repo);
    const before = stateOf(repo);
    for (const moment of MOMENTS) {
      const ran = await lgtm(['check', '--no-model'], {
        cwd: repo.root,
        env,
        started: (pid) => void pause(moment).then(() => killed(pid, name)),
      });
      assert.ok(endedBy(ran, name, code), `${name} after ${moment} ms: ${ran.code} ${ran.signal} ${ran.stderr}`);
      await nothingIsLeft(mark);
      assert.not(existsSync(join(repo.root, '.git', 'index.lock')));
    }
    assert.equal(stateOf(repo), before);
    assert.is((await lgtm(['check', '--no-model'], { cwd: repo.root, env })).code, 0, 'and the next run works');
  });

const placeHook = (repo: TestRepo, text: string): void => {
  const path = join(repo.root, '.git', 'hooks', 'pre-commit');
  mkdirSync(join(repo.root, '.git', 'hooks'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
};

const CALL = `"${process.execPath}" "${BIN}" hook pre-commit`;
const DIRECT = `#!/bin/sh\nexec ${CALL}\n`;
/** A manager's own shells stand between git and lgtm, and outlive git. */
const MANAGED = `#!/bin/sh\nsh -c 'sh -c "${CALL.replaceAll('"', '\\"')}; exit \\$?"; exit $?'\nexit $?\n`;

const commit = ({ repo, env }: Scene, ...args: string[]) =>
  spawn('git', ['commit', '-q', '-m', 'x', ...args], { cwd: repo.root, env, stdio: 'ignore', detached: true });

for (const form of [[], ['-a'], ['pay.js']])
  signals(`leaves index, HEAD and locks alone when a commit ${form.join(' ')} is interrupted`, async (scene) => {
    const { repo, mark } = scene;
    placeHook(repo, DIRECT);
    const before = stateOf(repo);
    const child = commit(scene, ...form);
    const ended = new Promise((resolve) => child.on('close', resolve));
    await asked(scene);
    // A Ctrl-C goes to the whole group.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await ended;
    await nothingIsLeft(mark);
    assert.equal(stateOf(repo), before);
    for (const lock of ['index.lock', 'HEAD.lock']) assert.not(existsSync(join(repo.root, '.git', lock)), lock);
  });

for (const [manager, hook] of [
  ['directly', DIRECT],
  ['through the shells of a hook manager', MANAGED],
] as const)
  signals(`ends by itself when git has died that ran it ${manager}`, async (scene) => {
    const { repo, mark, server } = scene;
    placeHook(repo, hook);
    const child = commit(scene);
    await asked(scene);
    child.kill('SIGKILL');
    await nothingIsLeft(mark);
    await server.idle();
  });

signals('gives its verdict although nobody reads what it says', async ({ repo, env }) => {
  repo.stage({ 'a.js': 'eval(input);\n' });
  const child = spawn(process.execPath, [BIN, 'check', '--no-model'], { cwd: repo.root, env, stdio: 'pipe' });
  child.stdout.destroy();
  child.stderr.destroy();
  assert.is(await new Promise((resolve) => child.on('exit', resolve)), 1);
});

signals.run();
