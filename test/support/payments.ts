import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asked } from './ollama-types.ts';
import { makeRepo, type TestRepo } from './repo.ts';

/** A staged change about which one rule has something to ask, and what a model would say that finds it broken. */

export const PAY = 'export const retryPay = (inv) => retry(() => pay(inv));';
export const CHANGE = `// Payments.\n${PAY}\nexport const limit = 3;\n`;
export const RULE = 'res/non-idempotent-retry';

export const paymentsRepo = (): TestRepo => {
  const repo = makeRepo();
  repo.commit({ 'pay.js': '// Payments.\n' });
  repo.stage({ 'pay.js': CHANGE });
  return repo;
};

export const textOf = ({ messages }: Pick<Asked, 'messages'>): string =>
  messages.map(({ content }) => content).join('\n');

export const isVerification = (asked: Pick<Asked, 'messages'>): boolean =>
  textOf(asked).includes('Answer with one letter');

export const isArbitration = (asked: Pick<Asked, 'messages'>): boolean => textOf(asked).includes('makes it acceptable');

/** The letter that stands before the option that begins with `word`. */
export const letterFor = (asked: Pick<Asked, 'messages'>, word: string): string =>
  new RegExp(`^([AB]): ${word}\\b`, 'm').exec(textOf(asked))?.[1] ?? '?';

export const claimOf = (change: object = {}): string =>
  JSON.stringify({
    findings: [{ quote: PAY, line: 'L1', why: 'the retried call pays twice', fix: 'pass a key', ...change }],
  });

export const NOTHING = '{"findings":[]}';

/** Answers the one rule with a claim, everything else with nothing, and yes/no questions with the option of that word. */
export const finding = (asked: Pick<Asked, 'messages'>, claim = claimOf(), word = 'Yes'): string => {
  if (isVerification(asked)) return letterFor(asked, word);
  return textOf(asked).includes(`RULE ${RULE}`) ? claim : NOTHING;
};

let folders = 0;

/** Folders of their own for configuration, cache and state: nothing that another run has kept reaches this one. */
export const freshFolders = (repo: TestRepo, userConfig = ''): NodeJS.ProcessEnv => {
  folders++;
  const base = join(repo.home, `run-${folders}`);
  const config = join(base, 'config');
  mkdirSync(join(config, 'lgtm'), { recursive: true });
  if (userConfig) writeFileSync(join(config, 'lgtm', 'config.yaml'), userConfig);
  return { XDG_CONFIG_HOME: config, XDG_CACHE_HOME: join(base, 'cache'), XDG_STATE_HOME: join(base, 'state') };
};
