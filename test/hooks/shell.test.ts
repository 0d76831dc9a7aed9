import { execFileSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callsLgtm, isShell, mindsItsName, quote, quoteAlways, runsToItsEnd } from '../../lib/hooks/shell.ts';
import { STAGES } from '../../lib/hooks/stages.ts';

test('quotes any word so that a shell reads it back unchanged', () => {
  for (const word of ['plain/path', "it's", '$(x) `y` "z" \\ *', 'two\nlines', '', '-n', '~x', '#x', '!x']) {
    for (const quoted of [quote(word), quoteAlways(word)])
      assert.is(execFileSync('/bin/sh', ['-c', `printf %s. ${quoted}`]).toString(), `${word}.`);
  }
});

test('knows a shell script by its first line, and takes a file without one for a shell script', () => {
  const yes = [
    '#!/bin/sh\n',
    '#! /usr/bin/env bash\n',
    '#!/usr/bin/env -S bash -e\n',
    '#!/bin/zsh -f\n',
    'npm test\n',
    '',
    '#!/bin/sh\r\n',
  ];
  const no = [
    '#!/usr/bin/env node\n',
    '#!/usr/bin/python3\n',
    '#!/usr/bin/env -S node --x\n',
    '\x7fELF\0\0',
    '#!/opt/fish\n',
  ];
  assert.equal(
    yes.filter((text) => !isShell(text)),
    [],
  );
  assert.equal(
    no.filter((text) => isShell(text)),
    [],
  );
});

test('trusts the end of a script that cannot end before it', () => {
  const open = [
    'npm test\n',
    'npm test',
    '# exit 0\nnpm test\n',
    'echo "exit"\nexecute\nexiting=1\n',
    'npx --no -- commitlint --edit "$1"\n',
  ];
  assert.equal(
    open.filter((text) => !runsToItsEnd(text)),
    [],
  );
});

test('does not trust the end of a script that may end, or may still be open, before it', () => {
  const closed = [
    'npm test\nexit 0\n',
    'exec true',
    '[ -n "$CI" ] && exit 0\nnpm test\n',
    'npm test || exit $?\n',
    'if x; then exit 0; else exit 1; fi\n',
    'if x\nthen exit 0\nfi\n',
    'case $x in a) exit 0 ;; esac\n',
    '{ exit 1; }\n',
    'f() { return 1; }\n',
    '  exit 0',
    'cat <<END\ntext\nEND\n',
    'npm test \\\n',
    'npm test \\',
  ];
  assert.equal(
    closed.filter((text) => runsToItsEnd(text)),
    [],
  );
});

test('sees that a hook minds its own name, and that looking for its own folder is not that', () => {
  const minds = [
    'basename "$0"',
    `n=\${0##*/}`,
    'for x in "$0".d/*',
    'File.basename($0)',
    'process.argv[1]',
    'sys.argv[0]',
    `exec "\${BASH_SOURCE[0]}"`,
    '\x7fELF\0',
  ];
  const not = [
    'npm test',
    '. "$(dirname "$0")/common.sh"',
    '. "$(dirname -- "$0")/common.sh"',
    `cd "\${0%/*}"`,
    `cd "$(dirname "\${BASH_SOURCE[0]}")"`,
    'echo $1',
  ];
  assert.equal(
    minds.filter((text) => !mindsItsName(text)),
    [],
  );
  assert.equal(
    not.filter((text) => mindsItsName(text)),
    [],
  );
});

test('sees a call of lgtm by whatever name, but not one in a comment', () => {
  const calls = [
    'sh node_modules/lgtm-hook/hooks/pre-commit "$@"',
    'npx lgtm-hook hook pre-commit',
    'exec lgtm check --staged',
    '"node_modules/.bin/lgtm" hook pre-commit',
    'node bin/lgtm.js check',
    "sh '/opt/mine/hooks/pre-commit'",
  ];
  const not = [
    '# lgtm check',
    '  # sh node_modules/lgtm-hook/hooks/pre-commit',
    'echo lgtm',
    'npm install lgtm-hook',
    'notlgtm check',
  ];
  assert.equal(
    calls.filter((text) => !callsLgtm(text, '/opt/mine/hooks', 'pre-commit')),
    [],
  );
  assert.equal(
    not.filter((text) => callsLgtm(text, '/opt/mine/hooks', 'pre-commit')),
    [],
  );
});

test('tells the stages apart at which lgtm is called', () => {
  const at = (text: string) => STAGES.filter((stage) => callsLgtm(text, '/x', stage));
  assert.equal(at('sh node_modules/lgtm-hook/hooks/commit-msg "$1"'), ['commit-msg']);
  assert.equal(at('lgtm hook pre-push "$@"'), ['pre-push']);
  assert.equal(at('lgtm check'), ['pre-commit']);
});

test.run();
