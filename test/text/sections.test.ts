import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SpecError } from '../../lib/errors.ts';
import { parseSections } from '../../lib/text/sections.ts';
import { fill, requireSlots } from '../../lib/text/template.ts';

const failure = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    assert.instance(error, SpecError);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
};

test('reads tagged sections with their lines', () => {
  assert.equal(parseSections('# Title\n\n<Role>\nYou look.\n</Role>\n<Task>\n\nDo it.\n</Task>\n', 'x.md'), [
    { name: 'Role', body: 'You look.', line: 4 },
    { name: 'Task', body: 'Do it.', line: 7 },
  ]);
});

test('names file and line of what is wrong with the tags', () => {
  assert.is(
    failure(() => parseSections('<A>\n<B>\n</B>\n</A>', 'x.md')),
    'x.md:2: <B> opens inside <A>',
  );
  assert.is(
    failure(() => parseSections('<A>\nx\n</B>', 'x.md')),
    'x.md:3: </B> closes what is not open',
  );
  assert.is(
    failure(() => parseSections('<A>\nx', 'x.md')),
    'x.md:1: <A> is never closed',
  );
  assert.is(
    failure(() => parseSections('<A>\n</A>\n<A>\n</A>', 'x.md')),
    'x.md:3: <A> occurs twice',
  );
  assert.is(
    failure(() => parseSections('hello', 'x.md')),
    'x.md:1: text outside of a section',
  );
});

test('fills placeholders in one pass and leaves what is filled in alone', () => {
  const section = { name: 'Task', body: 'See {{change}} and {{rule}}', line: 3 };
  const slots = new Map([
    ['change', "a {{rule}} $' $& $`"],
    ['rule', 'R'],
  ]);
  assert.is(fill(section, slots, 'x.md'), "See a {{rule}} $' $& $` and R");
});

test('names file and line of an unknown and of a missing placeholder', () => {
  const section = { name: 'Task', body: 'one\n{{nothing}}', line: 3 };
  assert.is(
    failure(() => fill(section, new Map(), 'x.md')),
    'x.md:4: unknown placeholder {{nothing}}',
  );
  assert.is(
    failure(() => requireSlots([section], ['change'], 'x.md')),
    'x.md:1: placeholder {{change}} is missing',
  );
});

test.run();
