import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMANDS, COMMON } from '../../lib/commands/table.ts';
import { formats } from '../../lib/reports/index.ts';
import { builtInRules } from '../../lib/specs/library.ts';
import { testEnvironment } from '../support/repo.ts';
import { lgtm, type Ran } from '../support/run.ts';

const completion = suite<{ folder: string }>('lgtm completion');

completion.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'lgtm-completion-'));
});
completion.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]): Promise<Ran> => lgtm(args, { cwd: tmpdir(), env: testEnvironment(tmpdir()) });
const has = (shell: string): boolean => spawnSync(shell, ['-c', ':']).status === 0;
const PUBLIC = Object.entries(COMMANDS).filter(([, row]) => !row.internal);
const NAMES = [...PUBLIC.map(([name]) => name), 'help'].sort();
const RULES = builtInRules().map(({ id }) => id);

/** How each shell is asked what it would offer for the last word of a line; a line feed between the offers. */
const DRIVERS: Readonly<Record<string, (script: string) => string>> = {
  bash: (script) => `source ${script}
lgtm() { printf '%s\\n' "\${KNOWN[@]}"; }
KNOWN=('0123456789abcdef  a/b x.js:1' 'fedcba9876543210  a/b x.js:2')
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_lgtm
printf '%s\\n' "\${COMPREPLY[@]}"
`,
  zsh: (script) => `compdef() { : }
compadd() { shift; print -rl -- "$@" }
_describe() { local one; for one in "\${(@P)4}"; do print -r -- "\${one%%:*}"; done }
_files() { print FILES }
compset() { : }
source ${script}
lgtm() { print -rl -- '0123456789abcdef  a/b x.js:1' 'fedcba9876543210  a/b x.js:2' }
words=("$@") CURRENT=$#
_lgtm
`,
  fish: (script) => `source ${script}
function lgtm; printf '%s\\n' '0123456789abcdef  a/b x.js:1' 'fedcba9876543210  a/b x.js:2'; end
complete -C (string join ' ' -- $argv) | string replace -r '\\t.*' ''
`,
};

interface Shell {
  readonly name: string;
  offers(...words: string[]): readonly string[];
}

const openShell = async (name: string, folder: string): Promise<Shell> => {
  const printed = await run('completion', name);
  assert.is(printed.code, 0, printed.stderr);
  const [script, driver] = [join(folder, `lgtm.${name}`), join(folder, `driver.${name}`)];
  writeFileSync(script, printed.stdout);
  writeFileSync(driver, DRIVERS[name]?.(script) ?? '');
  const checked = spawnSync(name, ['-n', script]);
  assert.equal([checked.status, checked.stderr.toString()], [0, ''], 'the shell reads it without complaint');
  const first = name === 'fish' ? ['--no-config'] : name === 'zsh' ? ['-f'] : ['--norc'];
  return {
    name,
    offers: (...words) => {
      const ran = spawnSync(name, [...first, driver, 'lgtm', ...words], { cwd: folder });
      assert.is(ran.stderr.toString(), '', words.join(' '));
      const prefix = words.at(-1) ?? '';
      // zsh itself leaves out what does not begin with the word; the stand-ins for its functions do not.
      return ran.stdout
        .toString()
        .split('\n')
        .filter((one) => one !== '' && (one === 'FILES' || one.startsWith(prefix)))
        .sort();
    },
  };
};

const SHELLS = ['bash', 'zsh', 'fish'].filter(has);

for (const name of SHELLS) {
  completion(`offers commands, verbs, rules and findings in ${name}`, async ({ folder }) => {
    const { offers } = await openShell(name, folder);
    assert.equal(offers(''), NAMES);
    assert.equal(offers('ch'), ['check']);
    assert.equal(offers('help', 'unin'), ['uninstall']);
    assert.equal(offers('completion', ''), ['bash', 'fish', 'zsh']);
    assert.equal(offers('rules', ''), Object.keys(COMMANDS['rules']?.verbs ?? {}).sort());
    assert.equal(offers('rules', 'show', ''), [...RULES].sort());
    assert.equal(offers('rules', 'show', 'sec/sql'), ['sec/sql-concat']);
    assert.equal(offers('dismiss', '0'), ['0123456789abcdef']);
    assert.equal(offers('dismiss', '--remove', 'f'), ['fedcba9876543210']);
  });

  completion(`offers the options of each command and their values in ${name}`, async ({ folder }) => {
    const { offers } = await openShell(name, folder);
    for (const [command, row] of PUBLIC) {
      const expected = Object.keys({ ...row.options, ...COMMON }).map((option) => `--${option}`);
      assert.equal(offers(command, '--'), expected.sort(), command);
    }
    assert.equal(offers('check', '--format', ''), [...formats].sort());
    assert.equal(offers('check', '--no-model', '--format', 'js'), ['json']);
    assert.equal(offers('check', '--deadline', '3', '--expl'), ['--explain'], 'a value is no word');
    assert.equal(offers('install', '--method', ''), ['config', 'file']);
    assert.equal(offers('rules', '--severity', 'block', 'sh'), ['show']);
    assert.equal(offers('check', '--deadline', ''), []);
  });

  completion(`offers files where a path is meant in ${name}`, async ({ folder }) => {
    writeFileSync(join(folder, 'some file.js'), '');
    const { offers } = await openShell(name, folder);
    const expected = name === 'zsh' ? ['FILES'] : ['some file.js'];
    if (name !== 'fish') {
      assert.equal(offers('rules', 'why', 'some'), expected);
      assert.equal(offers('check', '--output', 'some'), expected);
    }
  });
}

completion('was tried in bash at least', () => {
  assert.ok(SHELLS.includes('bash'));
  for (const name of ['zsh', 'fish'])
    if (!SHELLS.includes(name)) process.stderr.write(`not tried: ${name} is not installed here\n`);
});

completion('knows the sign of --option=value in bash', async ({ folder }) => {
  const { offers } = await openShell('bash', folder);
  assert.equal(offers('check', '--format', '=', 'sa'), ['sarif']);
  assert.equal(offers('check', '--format', '=', 'json', '--exp'), ['--explain']);
});

completion('ends 2 with the list for a shell that it does not know', async () => {
  for (const [shell, hint] of [
    ['tcsh', 'Shells: bash, zsh, fish.'],
    ['basch', 'Did you mean "bash"? Shells: bash, zsh, fish.'],
    ['__proto__', 'Shells: bash, zsh, fish.'],
    ['', 'Shells: bash, zsh, fish.'],
  ] as const) {
    const ran = await run('completion', shell);
    assert.equal([ran.code, ran.stdout], [2, '']);
    assert.ok(ran.stderr.includes(hint), ran.stderr);
  }
  assert.is((await run('completion')).code, 2);
});

completion.run();
