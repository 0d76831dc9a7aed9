import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SpecError } from '../../lib/errors.ts';
import { packet } from '../../lib/pass/packet.ts';
import { compose } from '../../lib/pass/prompt.ts';
import { parseRole, readAgentFile, readRole, readSharedSlots } from '../../lib/specs/agents.ts';
import { readMode } from '../../lib/specs/mode.ts';
import { parseMode } from '../../lib/specs/mode-schema.ts';

const failure = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    assert.instance(error, SpecError);
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
};

const META = '<Meta>\nsystem: [Role]\nuser: [Task]\nrequires: [change]\n</Meta>\n';

test('sends the sections that a role lists, and neither Meta nor Input', () => {
  const spec = parseRole(
    `${META}<Input>\nsecret notes\n</Input>\n<Role>\nYou look.\n</Role>\n<Task>\nSee {{change}}.\n</Task>\n`,
    'r.md',
  );
  const messages = compose(spec, new Map([['change', 'X {{change}}']]));
  assert.equal(messages, [
    { role: 'system', content: 'You look.' },
    { role: 'user', content: 'See X {{change}}.' },
  ]);
});

test('names what is wrong with a role', () => {
  assert.is(
    failure(() => parseRole(`${META}<Role>\nx\n</Role>\n`, 'r.md')),
    'r.md:1: <Task> is listed under "user" but missing',
  );
  assert.is(
    failure(() => parseRole(`${META}<Role>\nx\n</Role>\n<Task>\nx\n</Task>\n`, 'r.md')),
    'r.md:1: placeholder {{change}} is missing',
  );
  assert.match(
    failure(() => parseRole(`${META}<Role>\nx\n</Role>\n<Task>\n{{change}}\n</Task>\n<Extra>\n</Extra>\n`, 'r.md')),
    /^r\.md:\d+: <Extra> is neither/,
  );
});

test('every shipped role composes from what its tiers grant', () => {
  const mode = readMode('commit');
  const own = { ...readSharedSlots(), injected_rules: 'RULE', tags: 'L1', first: 'a', second: 'b' };
  for (const role of ['reviewer', 'verifier', 'arbiter']) {
    const [system, user] = compose(readRole(role), packet(mode, role, { tier2: { change: 'CHANGE' } }, own));
    assert.not.match(`${system?.content}${user?.content}`, /\{\{|<Meta>|purpose:/);
    assert.ok(user?.content.includes('CHANGE') && user.content.includes('RULE'));
  }
});

test('puts the change before the rule, so that rules about one chunk share its prefill', () => {
  const mode = readMode('commit');
  const own = { ...readSharedSlots(), injected_rules: 'RULE-TEXT', tags: 'L1' };
  const [, user] = compose(readRole('reviewer'), packet(mode, 'reviewer', { tier2: { change: 'THE-CHANGE' } }, own));
  assert.ok((user?.content.indexOf('THE-CHANGE') ?? -1) < (user?.content.indexOf('RULE-TEXT') ?? -1));
});

test('hands a role only the tiers that the mode grants it', () => {
  const mode = readMode('commit');
  const tier0 = { branch: 'main', subjects: ['approved by all'], message: null };
  const handout = { tier0, tier1: { manifest: 'M', map: 'MAP' }, tier2: { change: 'C' } };
  assert.equal([...packet(mode, 'reviewer', handout, {}).keys()], ['change']);
  assert.equal(
    [...packet(mode, 'counsel', handout, {}).keys()],
    ['branch', 'subjects', 'message', 'manifest', 'context_map'],
  );
  assert.equal([...packet(mode, 'nobody', handout, {}).keys()], []);
});

test('a mode that does not grant a tier makes the role that needs it fail, by file and line', () => {
  const mode = { ...readMode('commit'), roles: { reviewer: { tiers: [1 as const] } } };
  const own = { ...readSharedSlots(), injected_rules: 'R', tags: 'L1' };
  assert.match(
    failure(() => compose(readRole('reviewer'), packet(mode, 'reviewer', { tier2: { change: 'C' } }, own))),
    /^specs\/agents\/roles\/reviewer\.md:\d+: unknown placeholder \{\{change\}\}$/,
  );
});

test('names what is wrong with a mode', () => {
  assert.is(
    failure(() => parseMode('<Roles>\n</Roles>\n', 'm.md')),
    'm.md:1: <Steps> is missing',
  );
  const commit = readAgentFile('modes/commit.md');
  for (const [from, to, fault] of [
    ['tiers: [1, 2]', 'tiers: [7]', /^m\.md: roles\.explorer\.tiers/],
    ['- verify', '- guess', /^m\.md: steps/],
    ['repairs: 1', 'repairs: 99', /^m\.md: loops\.repairs/],
    ['calls: 12', 'calls: many', /^m\.md: budgets\.calls/],
    ['calls: 12', 'calls: 12\nwishes: 3', /^m\.md: budgets\.wishes/],
    ['rules: full', 'rules: [', /^m\.md:\d+: /],
  ] as const)
    assert.match(
      failure(() => parseMode(commit.replace(from, to), 'm.md')),
      fault,
    );
});

test('no mode can call clean what failed', () => {
  const commit = readAgentFile('modes/commit.md');
  const gates = Object.entries(parseMode(commit, 'm.md').gates).filter(([, outcome]) => outcome === 'not-reviewed');
  assert.ok(gates.length >= 5);
  for (const [name] of gates)
    assert.match(
      failure(() => parseMode(commit.replace(`${name}: not-reviewed`, `${name}: clean`), 'm.md')),
      new RegExp(`^m\\.md: gates\\.${name}`),
    );
});

test('the compiled mode is what its file says', () => {
  const mode = readMode('commit');
  assert.equal([mode.roles['reviewer']?.tiers, mode.budgets.calls, mode.budgets.chunk_lines], [[2], 12, 50]);
  assert.match(
    failure(() => readMode('nothing')),
    /there is no mode "nothing"/,
  );
});

test.run();
