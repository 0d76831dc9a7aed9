/**
 * Measures the small models of `npm run test:engine` on the test half of the corpus and writes docs/scorecard.md. An
 * interrupted run goes on where it stood. It takes an hour on two cores.
 *
 *   npm run scorecard
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FOLDER, fetchLarger, installEngine, SOURCE } from './engine/install.ts';
import { type Running, serve } from './engine/serve.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs', 'scorecard.md');

/** Tokens of the window; a question of the pass takes far fewer. */
const CONTEXT = 8192;

const HEAD = `# Scorecard

How right the rules are on the test half of the corpus ([evaluation.md](evaluation.md)), without a model and with two of the smallest
there are. Made by \`npm run scorecard\`; nothing here is written by hand.

**These models prove that the plumbing works, and nothing about what a model of useful size is worth.** They are measured because
they can be had everywhere, as poor as they are. For yours: \`lgtm eval --model NAME\`, which gives the same tables. What a model did
not earn there it may not block. Times depend on the machine;
these were taken on two cores that had other work to do.
`;

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Folders of its own, so that the measurement of a toy decides nothing on the machine of whoever runs this. */
const ownFolders = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['DATA', 'STATE', 'CACHE', 'CONFIG'].map((name) => [`XDG_${name}_HOME`, join(FOLDER, 'eval', name)]),
  );

/** The tables of one run of the real program, as a part of the page. Throws where the program fails. */
const measured = (title: string, facts: readonly string[], args: readonly string[], env: NodeJS.ProcessEnv): string => {
  const file = join(FOLDER, 'evaluation.md');
  const all = [join(ROOT, 'bin', 'lgtm.js'), 'eval', '--split', 'test', '--markdown', file, ...args];
  const ran = spawnSync(process.execPath, all, {
    env: { ...process.env, ...ownFolders(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (ran.status !== 0 && ran.status !== 3) throw new Error(`lgtm eval ended with ${ran.status ?? ran.signal}`);
  const body = readFileSync(file, 'utf8')
    .replace(/^# .*\n+/, '')
    .replace(/^## /gm, '### ');
  const [list = '', ...tables] = body.split(/\n(?=### )/);
  return [`## ${title}`, '', ...facts.map((fact) => `- ${fact}`), list.trimEnd(), '', ...tables].join('\n');
};

const withModel = async (title: string, server: string, model: string): Promise<string> => {
  const name = basename(model, '.gguf');
  const running: Running = await serve({ server, model }, CONTEXT);
  try {
    const facts = [`weights: \`${name}.gguf\`, sha256 \`${sha256(model)}\``, `engine: llama-server of ${SOURCE}`];
    return measured(title, facts, ['--model', name], { LGTM_PROVIDER: 'llama-server', LGTM_HOST: running.host });
  } finally {
    await running.stop();
  }
};

const { server, model } = await installEngine();
const larger = await fetchLarger();
const parts = [
  measured('Without a model', [], [], {}),
  await withModel('SmolLM2 135M', server, model),
  await withModel('Gemma 3 270M', server, larger),
];
writeFileSync(PAGE, `${[HEAD, ...parts].join('\n').trimEnd()}\n`);
process.stdout.write(`wrote ${PAGE}\n`);
