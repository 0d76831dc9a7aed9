import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lgtm } from '../support/run.ts';
import { makeTrapSite, spring, TERMINAL, type Trap, type TrapSite } from '../support/traps.ts';
import { TRAPS } from '../support/traps-table.ts';

const traps = suite('traps');

const COMMANDS = [['check', '--no-model'], ['context', '--json'], ['doctor']];

const variables = (trap: Trap, site: TrapSite): NodeJS.ProcessEnv => ({ ...site.repo.env, ...trap.env?.(site) });

/** A pager is only ever started where the output is a terminal. */
const onTerminal = (args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) =>
  lgtm(args, { cwd, env, terminal: TERMINAL });

for (const trap of TRAPS) {
  if (trap.name === 'pager' && !TERMINAL) {
    process.stdout.write('(no terminal can be had here: the pager is not tried)\n');
    continue;
  }
  traps(`does not run ${trap.name}, which plain git does`, async () => {
    const site = makeTrapSite();
    try {
      trap.arm(site);
      site.sprung();
      await spring(trap, site);
      assert.equal(site.sprung(), [trap.name], 'plain git');
      for (const [folder, commands] of [
        ['', COMMANDS],
        [trap.from ?? 'sub', COMMANDS.slice(0, 1)],
      ] as const)
        for (const args of commands) {
          const ran = await onTerminal(args, join(site.repo.root, folder), variables(trap, site));
          assert.ok(ran.code !== null && ran.code !== 4, `${args[0]}: ${ran.stderr}`);
        }
      assert.equal(site.sprung(), [], 'lgtm');
    } finally {
      site.repo.remove();
    }
  });
}

/** Traps that can stand side by side: each names its own settings. */
const TOGETHER = [
  'fsmonitor',
  'external-diff',
  'textconv',
  'hooks-path',
  'signature',
  'credential-helper',
  'alias',
  'submodule',
];

const armAll = (site: TrapSite): Trap[] => {
  const armed = TRAPS.filter(({ name }) => TOGETHER.includes(name));
  for (const trap of armed) trap.arm(site);
  site.sprung();
  return armed;
};

traps('runs nothing from a submodule or a linked work tree', async () => {
  const site = makeTrapSite();
  const { repo } = site;
  try {
    armAll(site);
    repo.git('-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', 'worktree', 'add', '-q', '../linked');
    const linked = join(repo.beside, 'linked');
    for (const cwd of [join(repo.root, 'lib'), linked]) {
      writeFileSync(join(cwd, 'new.js'), 'eval(input);\n');
      repo.gitIn(cwd, ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', 'add', 'new.js']);
    }
    site.sprung();
    for (const cwd of [join(repo.root, 'lib'), linked])
      for (const args of COMMANDS) {
        const ran = await onTerminal(args, cwd, repo.env);
        if (args[0] === 'check') assert.match(ran.stdout, /sec\/dynamic-eval/);
      }
    assert.equal(site.sprung(), []);
  } finally {
    repo.remove();
  }
});

traps('runs nothing while it is installed', async () => {
  const site = makeTrapSite();
  const { repo } = site;
  try {
    armAll(site);
    repo.git('config', '--unset', 'core.hooksPath');
    const copy = join(repo.beside, 'copy');
    mkdirSync(copy);
    cpSync(repo.root, copy, { recursive: true, verbatimSymlinks: true });
    site.sprung();
    const ran = await onTerminal(['install'], copy, repo.env);
    assert.is(ran.code, 0, ran.stderr);
    assert.equal(site.sprung(), []);
  } finally {
    repo.remove();
  }
});

traps('refuses a repository of another user, with the words of git', async () => {
  const site = makeTrapSite();
  const { repo, program } = site;
  try {
    repo.git('config', 'core.fsmonitor', program('fsmonitor'));
    site.sprung();
    const env = { ...repo.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
    for (const args of COMMANDS.slice(0, 2)) {
      const ran = await lgtm(args, { cwd: repo.root, env });
      assert.is(ran.code, 2);
      assert.match(ran.stderr, /dubious ownership/);
    }
    assert.equal(site.sprung(), []);
  } finally {
    repo.remove();
  }
});

traps.run();
