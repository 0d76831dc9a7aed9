import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ablatedIn, ablationText, NO_ABLATION, readAblations } from '../../lib/ablation.ts';
import { ablatedBodies, ablatedChange, ablatedMode, ablatedRole } from '../../lib/pass/ablate.ts';
import { readRole } from '../../lib/specs/agents.ts';
import { readMode } from '../../lib/specs/mode.ts';
import { makeRule } from '../support/rule.ts';

const ablation = suite('an ablation');

const MODE = readMode('commit');
const { id, body } = makeRule();
const BODIES = new Map([[id, body]]);
const CHANGE = 'FILE a.ts  LANGUAGE ts\nCHANGE 1\n^   old();\nL1+ new1();\nL2+ new2();\nEND 1';

ablation('that is not asked for changes nothing', () => {
  assert.is(ablatedMode(MODE, NO_ABLATION), MODE);
  assert.is(ablatedBodies(BODIES, NO_ABLATION), BODIES);
  assert.is(ablatedChange(CHANGE, NO_ABLATION), CHANGE);
  assert.equal(ablatedIn({}), NO_ABLATION);
});

ablation('changes budgets, and whether anything is asked again', () => {
  const { budgets } = ablatedMode(MODE, readAblations(['calls=40', 'chunk-lines=20', 'verification=off']));
  assert.equal([budgets.calls, budgets.chunk_lines, budgets.verifications], [40, 20, 0]);
  assert.is(budgets.rules_per_chunk, MODE.budgets.rules_per_chunk);
});

ablation('changes what the Reviewer is shown', () => {
  const shown = (...entries: string[]) => ablatedChange(CHANGE, readAblations(entries));
  assert.not.match(shown('context=none'), 'old()');
  assert.match(shown('tags=none'), /^\+ new1\(\);\n\+ new2\(\);$/m);
  const order = ablatedRole(readRole('reviewer'), readAblations(['order=rule-first'])).user.map(({ name }) => name);
  assert.equal(order, ['Rules', 'Change', 'Task']);
});

ablation('takes away all examples, or those of certain lines', () => {
  const left = (...entries: string[]) =>
    ablatedBodies(BODIES, readAblations(entries))
      .get(id)
      ?.examples.map(({ at }) => at);
  assert.equal(left('examples=none'), []);
  assert.equal([left(`withhold=${id}#1`), left(`withhold=${id}#1+5`), left('withhold=no/such#1')], [[5], [], [1, 5]]);
});

ablation('comes from the environment, and is refused where nobody knows it', () => {
  const entries = ['tags=none', 'calls=3'];
  assert.equal(
    [...ablatedIn({ LGTM_ABLATION: ablationText(entries) })],
    [
      ['tags', 'none'],
      ['calls', '3'],
    ],
  );
  for (const wrong of ['tags=all', 'calls=many', 'unknown=1', 'tags', 'constructor=1'])
    assert.throws(() => readAblations([wrong]), /there is no ablation/, wrong);
});

ablation.run();
