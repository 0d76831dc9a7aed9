import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decide } from '../../lib/pass/verdict.ts';
import type { Finding, Severity } from '../../lib/types.ts';

const finding = (severity: Severity): Finding => ({
  id: 'f',
  rule: 'a/b',
  title: 't',
  severity,
  source: 'detector',
  path: 'p',
  line: 1,
  endLine: 1,
  quote: 'q',
  message: 'm',
});

const ordinary = { mode: 'block', failOn: 'block', failures: [], failClosed: false } as const;

test('blocks on what blocks, also when the review failed', () => {
  assert.equal(decide([finding('block')], ordinary), { outcome: 'blocked', exitCode: 1 });
  assert.equal(decide([finding('block')], { ...ordinary, failures: ['no model'] }), {
    outcome: 'blocked',
    exitCode: 1,
  });
});

test('never turns a failure into clean', () => {
  assert.equal(decide([], { ...ordinary, failures: ['time-out'] }), { outcome: 'not-reviewed', exitCode: 3 });
  assert.equal(decide([finding('warn')], { ...ordinary, failures: ['time-out'] }), {
    outcome: 'not-reviewed',
    exitCode: 3,
  });
  assert.equal(decide([], { ...ordinary, mode: 'warn', failures: ['time-out'] }), {
    outcome: 'not-reviewed',
    exitCode: 3,
  });
});

test('fails closed where that was asked for', () => {
  assert.equal(decide([], { ...ordinary, failures: ['x'], failClosed: true }), {
    outcome: 'not-reviewed',
    exitCode: 1,
  });
});

test('warns or is clean otherwise', () => {
  assert.equal(decide([finding('warn')], ordinary), { outcome: 'warned', exitCode: 0 });
  assert.equal(decide([finding('info')], ordinary), { outcome: 'warned', exitCode: 0 });
  assert.equal(decide([], ordinary), { outcome: 'clean', exitCode: 0 });
});

test('obeys failOn and mode', () => {
  assert.is(decide([finding('warn')], { ...ordinary, failOn: 'warn' }).outcome, 'blocked');
  assert.is(decide([finding('info')], { ...ordinary, failOn: 'warn' }).outcome, 'warned');
  assert.equal(decide([finding('block')], { ...ordinary, mode: 'warn' }), { outcome: 'warned', exitCode: 0 });
});

test.run();
