import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Evaluation } from '../../lib/eval/evaluate.ts';
import { SCRIPTED, type Script, startScripted } from '../../lib/eval/scripted-server.ts';
import { readMeasured } from '../../lib/state/earned.ts';
import { testEnvironment } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

/** The real command over a small corpus, with the real program in every case. */

interface Context {
  folder: string;
  env: NodeJS.ProcessEnv;
}

const evaluation = suite<Context>('lgtm eval');

const one = (front: string, body: string): string => `---\nstratum: ${front}\nabout: a test\n---\n\n${body}\n`;
const PAY = 'export const retryPay = (inv) => retry(() => pay(inv));';

const CORPUS: Readonly<Record<string, string>> = {
  'test/a/eval.md': one(
    'C',
    '```js new file=src/a.js\nexport const run = (x) => eval(x.text); ⟦sec/dynamic-eval⟧\n```',
  ),
  'test/a/pay.md': one('C', `\`\`\`js new file=src/pay.js\n${PAY} ⟦res/non-idempotent-retry⟧\n\`\`\``),
  'test/b/clean.md': one('D', '```js new file=src/c.js\nexport const double = (x) => x * 2;\n```'),
  'test/b/broken.md': one('D', '```diff file=src/none.js\n+x();\n```'),
};

evaluation.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'lgtm-test-'));
  context.env = { ...testEnvironment(context.folder), XDG_DATA_HOME: join(context.folder, 'data') };
  for (const [path, text] of Object.entries(CORPUS)) {
    mkdirSync(dirname(join(context.folder, 'cases', path)), { recursive: true });
    writeFileSync(join(context.folder, 'cases', path), text);
  }
});
evaluation.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const measure = async ({ folder, env }: Context, ...args: string[]): Promise<{ ran: Ran; made: Evaluation }> => {
  const path = join(folder, 'figures.json');
  const ran = await lgtm(['eval', '--cases', 'cases', '--json', path, ...args], { cwd: folder, env });
  assert.ok(ran.code === 0 || ran.code === 3, ran.stderr);
  return { ran, made: JSON.parse(readFileSync(path, 'utf8')) as Evaluation };
};

/** Reports the line and confirms it. */
const right: Script = (prompt) => {
  if (prompt.includes('Answer with one letter')) return /^A: Yes/m.test(prompt) ? 'A' : 'B';
  const finding = { line: 'L1', quote: PAY, why: 'it pays twice', fix: '' };
  return JSON.stringify({ findings: prompt.includes('RULE res/non-idempotent-retry') ? [finding] : [] });
};

const withModel = async (context: Context, script: Script, work: () => Promise<void>): Promise<number> => {
  let asked = 0;
  const server = await startScripted(() => (prompt) => {
    asked++;
    return script(prompt);
  });
  context.env = { ...context.env, OLLAMA_HOST: server.host };
  await work().finally(server.close);
  return asked;
};

const counts = ({ all }: Evaluation) => [
  all.all.precision.hits,
  all.all.precision.of,
  all.all.recall.hits,
  all.all.recall.of,
];

evaluation('measures the rules that need no model, and names the case that cannot be used', async (context) => {
  const { ran, made } = await measure(
    context,
    '--markdown',
    join(context.folder, 'page.md'),
    '--html',
    join(context.folder, 'page.html'),
  );
  assert.equal([ran.code, counts(made), made.corpus.cases, made.model], [0, [1, 1, 1, 1], 2, null]);
  assert.equal(
    made.faults.map(({ file }) => file),
    ['test/b/broken.md'],
  );
  assert.match(ran.stdout, 'it changes src/none.js, which HEAD does not hold');
  assert.match(readFileSync(join(context.folder, 'page.md'), 'utf8'), /\| rules that need no model \| 1\.00/);
  const html = readFileSync(join(context.folder, 'page.html'), 'utf8');
  assert.match(html, /<svg[^>]+aria-label="precision and recall by rule"/);
  assert.not.match(html, /<script|src=|url\(|https?:/);
});

evaluation('measures a model, keeps what it has earned, and asks nothing twice', async (context) => {
  const asked = await withModel(context, right, async () => {
    const { made } = await measure(context, '--model', SCRIPTED);
    assert.equal([counts(made), made.model?.name, made.asked?.all.recall.value], [[2, 2, 2, 2], SCRIPTED, 1]);
    const digest = made.model?.digest ?? '';
    const record = readMeasured(context.env, digest)?.rules['res/non-idempotent-retry'];
    assert.equal([record?.right, record?.wrong], [1, 0]);
    const again = await measure(context, '--model', SCRIPTED);
    assert.equal([again.made.all, again.made.asked], [made.all, made.asked]);
  });
  assert.is(asked, 3, 'one question and two orders of the verification');
});

evaluation('goes on where it was cut off, and comes to the same figures as in one run', async (context) => {
  let pid = 0;
  const cutting: Script = () => {
    process.kill(pid, 'SIGTERM');
    return '{"findings":[]}';
  };
  const args = ['eval', '--cases', 'cases', '--model', SCRIPTED];
  await withModel(context, cutting, async () => {
    const { folder: cwd, env } = context;
    const started = (one: number): void => {
      pid = one;
    };
    const cut = await lgtm(args, { cwd, env, started });
    assert.is(cut.code, 143, cut.stderr);
  });
  const folder = join(context.folder, 'data', 'lgtm', 'eval');
  const names = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  assert.is(names().length, 1, 'the case before the one in which it was cut off');
  await withModel(context, right, async () => {
    const parts = await measure(context, '--model', SCRIPTED);
    assert.is(names().length, 3);
    const whole = await measure(context, '--model', SCRIPTED, '--fresh');
    const figures = ({ all: { clocks: _, ...rest } }: Evaluation) => rest;
    assert.equal(figures(parts.made), figures(whole.made));
    for (const name of names()) writeFileSync(join(folder, name), 'lgtm evaluation 0 00\n{}');
    const torn = await measure(context, '--model', SCRIPTED);
    assert.equal(figures(torn.made), figures(whole.made), 'results of another version are made again');
  });
});

evaluation(
  'counts apart what a model that goes away leaves unanswered, and tries it again the next time',
  async (context) => {
    const server = await startScripted(() => right);
    context.env = { ...context.env, OLLAMA_HOST: server.host };
    let calls = 0;
    const failing = await startScripted(() => (prompt) => {
      calls++;
      if (calls > 1) throw new Error('gone');
      return right(prompt);
    });
    context.env = { ...context.env, OLLAMA_HOST: failing.host };
    const { ran, made } = await measure(context, '--model', SCRIPTED);
    assert.is(ran.code, 3);
    assert.equal(
      made.all.faults.map(({ id }) => id),
      ['a/pay'],
    );
    assert.equal(counts(made), [1, 1, 1, 1], 'what needs no model counts');
    await failing.close();
    context.env = { ...context.env, OLLAMA_HOST: server.host };
    const again = await measure(context, '--model', SCRIPTED);
    assert.equal([again.ran.code, counts(again.made)], [0, [2, 2, 2, 2]]);
    await server.close();
  },
);

evaluation('measures no model that is not there', async (context) => {
  const ran = await lgtm(['eval', '--cases', 'cases', '--model', 'm'], { cwd: context.folder, env: context.env });
  assert.equal([ran.code, /lgtm: /.test(ran.stderr)], [3, true]);
});

evaluation('changes one thing about the pass, says so, and keeps nothing of it', async (context) => {
  const script: Script = (prompt) => {
    assert.not.match(prompt, /^L1\+/m);
    return right(prompt);
  };
  await withModel(context, script, async () => {
    const { made } = await measure(
      context,
      '--model',
      SCRIPTED,
      '--ablate',
      'tags=none',
      '--ablate',
      'verification=off',
    );
    assert.equal([made.options['ablate'], counts(made)], ['tags=none verification=off', [2, 2, 2, 2]]);
    assert.is(readMeasured(context.env, made.model?.digest ?? ''), null);
  });
  const ran = await lgtm(['eval', '--cases', 'cases', '--ablate', 'nothing=x'], {
    cwd: context.folder,
    env: context.env,
  });
  assert.equal([ran.code, /there is no ablation "nothing=x"/.test(ran.stderr)], [2, true]);
});

evaluation('refuses what it does not understand', async (context) => {
  for (const args of [
    ['--split', 'x'],
    ['--runs', '0'],
    ['--limit', 'many'],
    ['--rules', 'no/such'],
    ['--cases', 'nowhere'],
  ]) {
    const ran = await lgtm(['eval', '--cases', 'cases', ...args], { cwd: context.folder, env: context.env });
    assert.equal([ran.code, ran.stdout], [2, ''], args.join(' '));
  }
});

evaluation('holds its own harness against models that are scripted', async (context) => {
  const ran = await lgtm(['eval', '--self-check', '--cases', 'cases', '--split', 'all'], {
    cwd: context.folder,
    env: context.env,
  });
  assert.equal([ran.code, ran.stdout.match(/^ok /gm)?.length], [1, 10], ran.stdout);
  assert.match(ran.stdout, 'FAIL   test/b/broken.md');
  rmSync(join(context.folder, 'cases', 'test', 'b', 'broken.md'));
  const whole = await lgtm(['eval', '--self-check', '--cases', 'cases', '--split', 'all'], {
    cwd: context.folder,
    env: context.env,
  });
  assert.is(whole.code, 0, whole.stdout);
});

evaluation.run();
