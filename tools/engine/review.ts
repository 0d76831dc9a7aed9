import type { Report } from '../../lib/types.ts';
import { makeRepo, type TestRepo } from '../../test/support/repo.ts';
import { lgtm } from '../../test/support/run.ts';
import type { Running } from './serve.ts';

/** Environment of a run against a server, with folders of its own. */
export const environment = (repo: TestRepo, { host }: Running): NodeJS.ProcessEnv => ({
  ...repo.env,
  LGTM_PROVIDER: 'llama-server',
  LGTM_HOST: host,
});

/** What the real binary makes of the staged change; a minute for each question, as a busy machine may need. */
export const reviewWith = async (repo: TestRepo, server: Running): Promise<Report> => {
  const args = ['check', '--format', 'json', '--deadline', '900'];
  const ran = await lgtm(args, { cwd: repo.root, env: environment(repo, server) });
  if (ran.stdout === '') throw new Error(ran.stderr);
  return JSON.parse(ran.stdout) as Report;
};

/** Three rules have something to ask about this one chunk. */
export const CHANGE = `// Payments.
import { db } from './db.js';

export const retryPay = (inv) => retry(() => pay(inv));

export const isExpired = (token) => token.exp < Date.now();

export const load = async (ids) => {
  const out = [];
  for (const id of ids) {
    out.push(await db.query('select amount from pay where id = $1', [id]));
  }
  return out;
};
`;

/** Digits are a token each in this vocabulary: far more tokens than an estimate by bytes expects. */
export const DENSE = `// Payments.
export const retryPay = (inv) => retry(() => pay(inv));
export const rates = [
${Array.from(
  { length: 24 },
  (_, i) =>
    `  ${String(1234567 * (i + 7))
      .repeat(4)
      .slice(0, 40)}n,`,
).join('\n')}
];
`;

/** A repository in which \`text\` is staged over an empty start. */
export const staged = (text: string): TestRepo => {
  const repo = makeRepo();
  repo.commit({ 'pay.js': '// Payments.\n' });
  repo.stage({ 'pay.js': text });
  return repo;
};
