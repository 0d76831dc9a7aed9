import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readTemplates } from '../../lib/hooks/package.ts';
import { type HookValues, readOwnHook, renderHook } from '../../lib/hooks/template.ts';

const TEMPLATE = readTemplates().hook;
const VALUES: HookValues = { stage: 'pre-commit', previous: '', project: '', lgtm: '', node: '', madeFolder: false };

test('writes every recorded word where the script reads it', () => {
  const text = renderHook(TEMPLATE, { ...VALUES, previous: "it's $& before", project: 'a', lgtm: '/l', node: '/n' });
  const assigned = [...text.matchAll(/^(stage|previous|project|lgtm|node)=(.*)$/gm)]
    .slice(0, 5)
    .map((match) => match[0]);
  assert.equal(assigned, [
    "stage='pre-commit'",
    "previous='it'\\''s $& before'",
    "project='a'",
    "lgtm='/l'",
    "node='/n'",
  ]);
  assert.match(text, /^#!\/bin\/sh\n/);
});

test('reads back what it wrote', () => {
  const text = renderHook(TEMPLATE, { ...VALUES, previous: "it's\nbefore", madeFolder: true });
  assert.equal(readOwnHook(text, TEMPLATE), { previous: "it's\nbefore", madeFolder: true, edited: false });
});

test('notices an edit, but not a change of line ends', () => {
  const text = renderHook(TEMPLATE, VALUES);
  assert.is(readOwnHook(`${text}echo more\n`, TEMPLATE)?.edited, true);
  assert.is(readOwnHook(text.replaceAll('\n', '\r\n'), TEMPLATE)?.edited, false);
});

test('knows the shipped file where it was copied by hand', () => {
  assert.equal(readOwnHook(TEMPLATE, TEMPLATE), { previous: '', madeFolder: false, edited: false });
  assert.is(readOwnHook(`${TEMPLATE}x\n`, TEMPLATE)?.edited, true);
});

test('takes no other file for its own, even one that mentions lgtm', () => {
  assert.is(readOwnHook('#!/bin/sh\n# calls lgtm-hook: see the docs\nlgtm check\n', TEMPLATE), null);
  assert.is(readOwnHook(`#!/bin/sh\n${'x\n'.repeat(300)}# lgtm-hook: far down\n`, TEMPLATE), null);
});

test.run();
