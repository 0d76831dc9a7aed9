import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildSituation, type Situation, seenByHand, seenInHook } from './situations.ts';

/** Looks at every situation of a table by hand and in a hook that git runs. What git cannot build is said, not passed over. */
export const testSituations = (name: string, table: readonly Situation[]): void => {
  const situations = suite(`situations: ${name}`);
  for (const situation of table) {
    situations(`sees ${situation.name}`, async () => {
      const built = buildSituation(situation);
      if (!built) {
        process.stdout.write(`(this git cannot build: ${situation.name})\n`);
        return;
      }
      const { repo, cwd, env } = built;
      try {
        assert.equal(await seenByHand(cwd, env), situation.byHand ?? situation.files, 'by hand');
        if (situation.command === null) return;
        assert.equal(await seenInHook(repo, cwd, env, situation), situation.files, 'in the hook');
      } finally {
        repo.remove();
      }
    });
  }
  situations.run();
};
