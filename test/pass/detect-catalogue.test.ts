import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { prepareDetectors } from '../../lib/pass/detect.ts';
import { hitsInExample, testExamples } from '../../lib/pass/detect-examples.ts';
import { compiled, readRules } from '../../lib/specs/compile.ts';
import type { Rule } from '../../lib/types.ts';

const RULES = readRules(new URL('../../specs/rules/', import.meta.url));
// As they ship: with the needles that the build adds.
const detectors = await prepareDetectors(compiled(RULES).headers);
const severities = new Map(RULES.map(({ id, severity }) => [id, severity]));

const examples = suite('examples');

for (const rule of RULES.filter((one) => one.class !== 'M'))
  examples(`${rule.id} finds exactly what its examples say`, async () => {
    assert.equal(await testExamples(detectors, rule, rule.body), []);
  });

examples.run();

const silence = suite('silence');

const blockingElsewhere = async (rule: Rule): Promise<string[]> => {
  const good = rule.body.examples.filter(({ kind }) => kind === 'good');
  const hits = await Promise.all(good.map((example) => hitsInExample(detectors, example, rule.domains)));
  return hits
    .flatMap((found, i) => found.map((hit) => ({ hit, at: good[i]?.at })))
    .filter(({ hit }) => severities.get(hit.rule) === 'block')
    .map(({ hit, at }) => `${rule.file}:${at}: ${hit.rule}`);
};

silence('no blocking rule fires on a good example of any rule', async () => {
  assert.equal((await Promise.all(RULES.map(blockingElsewhere))).flat(), []);
});

silence('needles hide nothing that a pattern alone would find in any example of any rule', async () => {
  const without = await prepareDetectors(RULES);
  const found = async (by: typeof detectors): Promise<string[]> => {
    const all = RULES.flatMap((rule) => rule.body.examples.map((example) => ({ rule, example })));
    const hits = await Promise.all(all.map(({ rule, example }) => hitsInExample(by, example, rule.domains)));
    return hits.flatMap((some, i) =>
      some.map((hit) => `${all[i]?.rule.file}:${all[i]?.example.at}: ${hit.rule}:${hit.line}`),
    );
  };
  const expected = await found(without);
  assert.ok(expected.length > RULES.length);
  assert.equal(await found(detectors), expected);
});

silence('no rule names a detector that never fires', async () => {
  const mute = await Promise.all(
    RULES.filter((rule) => rule.class !== 'M').map(async (rule) => {
      const bad = rule.body.examples.filter(({ kind }) => kind === 'bad');
      const each = await Promise.all(
        rule.detect.map(async (detect) => {
          const single = await prepareDetectors([{ ...rule, detect: [detect] }]);
          const found = await Promise.all(bad.map((example) => hitsInExample(single, example, rule.domains)));
          return found.flat().length > 0;
        }),
      );
      return each.flatMap((fires, i) => (fires ? [] : [`${rule.id}: detector ${i + 1} of ${each.length}`]));
    }),
  );
  assert.equal(mute.flat(), []);
});

silence.run();

const faults = suite('faults');

const broken = async (change: Partial<Rule>): Promise<string[]> => {
  const rule = RULES.find(({ id }) => id === 'sec/dynamic-eval');
  assert.ok(rule);
  const other = { ...rule, ...change };
  return (await testExamples(await prepareDetectors([other]), other, other.body)).map(
    ({ at, message }) => `${at}: ${message}`,
  );
};

faults('a detector that finds too little or too much is reported with the example', async () => {
  const [silent] = await broken({ detect: [{ match: 'nowhere', in: 'code' }] });
  assert.match(silent ?? '', /^\d+: bad example: expected src\/example\.js:2, found nothing$/);
  const loud = await broken({ detect: [{ match: '.', in: 'text' }] });
  assert.ok(loud.some((fault) => /good example: found src\/example\.ts:1/.test(fault)));
  assert.ok(loud.some((fault) => /near example: found/.test(fault)));
});

faults('an example marked gate must be pointed at', async () => {
  const rule = RULES.find(({ id }) => id === 'sec/weak-hash');
  assert.ok(rule);
  const mute = { ...rule, detect: [{ match: 'nowhere', in: 'code' as const }] };
  const found = await testExamples(await prepareDetectors([mute]), mute, rule.body);
  assert.ok(found.some(({ message }) => message === 'near example marked gate: the detector finds nothing'));
});

faults.run();
