import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inspectHooks } from '../../lib/hooks/inspect.ts';
import { carryOut } from '../../lib/hooks/install.ts';
import { planInstall } from '../../lib/hooks/plan.ts';
import { snapshot } from './snapshot.ts';
import { type HookRepo, makeHookRepo, only, putPackage } from './support.ts';

const HUSKY = join(import.meta.dirname, '..', '..', 'node_modules', 'husky', 'index.js');
const HOOK = '.husky/pre-commit';
const MARK = 'echo other >> "$MARKS"\n';

/** Has the real husky 9 set the repository up. */
const husky9 = (repo: HookRepo, folder = '.husky'): void => {
  const code = `process.stdout.write((await import(${JSON.stringify(pathToFileURL(HUSKY).href)})).default(${JSON.stringify(folder)}))`;
  const ended = repo.start(process.execPath, ['--input-type=module', '-e', code]);
  assert.equal([ended.code, ended.stdout], [0, ''], ended.stderr);
};

/** A work-alike of what husky 5 to 8 put in place: git runs the hook, which starts itself again under sh -e. */
const husky8 = (repo: HookRepo): void => {
  repo.write('.husky/_/.gitignore', '*\n');
  repo.write(
    '.husky/_/husky.sh',
    'if [ -z "$husky_skip_init" ]; then\n  [ "$HUSKY" = 0 ] && exit 0\n  husky_skip_init=1\n  export husky_skip_init\n  sh -e "$0" "$@"\n  exit $?\nfi\n',
  );
  repo.git('config', 'core.hooksPath', '.husky');
};

const HEAD8 = '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\n';

const text = (repo: HookRepo, path = HOOK): string => readFileSync(join(repo.root, path), 'latin1');

const husky = suite('under husky');
let repo: HookRepo;
husky.before.each(() => {
  repo = makeHookRepo();
});
husky.after.each(() => repo.remove());

/** Installs, commits, removes; the commit's exit code is what the other hook and lgtm make of it. */
const roundTrip = async (
  where: 'end' | 'top' | 'new file',
  marks: readonly string[],
  refused = false,
): Promise<void> => {
  const before = snapshot(repo.root);
  const step = only(await repo.install());
  assert.is(step.kind === 'block' ? step.where : step.kind, where);
  assert.equal([repo.marks(), repo.seen()], [[], []], 'the self-test ran nothing');
  const inPlace = snapshot(repo.root);
  assert.is(only(await repo.install()).kind, 'keep');
  assert.equal(snapshot(repo.root), inPlace);
  const ended = repo.tryCommit();
  assert.is(ended.code === 0, !refused, ended.stderr);
  assert.equal([repo.marks(), repo.seen().map(({ args }) => args)], [marks, refused ? [] : [['hook', 'pre-commit']]]);
  if (!refused) assert.is(repo.tryCommit({ STAND_IN_EXIT: '1' }).code, 1);
  repo.git('reset', '-q', '--hard');
  repo.seen();
  repo.marks();
  await repo.uninstall();
  const after = snapshot(repo.root);
  assert.equal(
    Object.keys({ ...before, ...after }).filter((key) => key !== 'a.txt' && after[key] !== before[key]),
    [],
  );
};

const NINE: readonly [
  title: string,
  content: string | Buffer,
  where: 'end' | 'top',
  marks: readonly string[],
  refused?: boolean,
][] = [
  ['a hook', MARK, 'end', ['other']],
  ['a hook without a last line feed', MARK.trim(), 'end', ['other']],
  ['an empty hook', '', 'end', []],
  ['a hook that is not UTF-8', Buffer.from(`# caf\xe9\n${MARK}`, 'latin1'), 'end', ['other']],
  ['a hook that fails', `${MARK}false\n`, 'end', ['other'], true],
  ['a hook whose last command fails quietly', `${MARK}[ -z x ] && true\n`, 'end', ['other'], true],
  ['a hook that ends with exit 0', `${MARK}exit 0\n`, 'top', ['other']],
  ['a hook that ends with exec', `#!/usr/bin/env sh\n${MARK}exec true`, 'top', ['other']],
  ['a hook that ends either way', `${MARK}if true; then\n  exit 0\nelse\n  exit 1\nfi\n`, 'top', ['other']],
  ['a hook that ends in the middle with an error', `${MARK}exit 4\n${MARK}`, 'top', ['other'], true],
  ['a hook with an open here-document', `${MARK}cat >/dev/null <<END\ntext\n`, 'top', ['other']],
];

for (const [title, content, where, marks, refused] of NINE) {
  husky(`9 adds to ${title} and takes its lines out again`, async () => {
    husky9(repo);
    repo.hook(HOOK, content, 0o644);
    await roundTrip(where, marks, refused);
  });
}

husky('9 gets a hook of its own where there is none yet', async () => {
  husky9(repo);
  await roundTrip('new file', []);
});

husky('9 is obeyed where HUSKY=0 switches it off', async () => {
  husky9(repo);
  repo.hook(HOOK, `${MARK}exit 0\n`, 0o644);
  await repo.install();
  assert.is(repo.tryCommit({ HUSKY: '0' }).code, 0);
  assert.equal([repo.marks(), repo.seen()], [[], []]);
  const { git, site } = await inspectHooks(repo.root, repo.env, ['pre-commit']);
  const steps = planInstall(site, { method: 'file', force: false, yes: false });
  await carryOut(git, site, steps, { ...repo.env, HUSKY: '0' });
});

husky("9 reviews also where another repository's hook is what started the commit", async () => {
  husky9(repo);
  repo.hook(HOOK, `${MARK}exit 0\n`, 0o644);
  await repo.install();
  assert.is(repo.tryCommit({ LGTM_WRAPPED: '/elsewhere/.husky/pre-commit' }).code, 0);
  assert.equal([repo.marks(), repo.seen().length], [['other'], 1]);
});

husky('9 writes no path of this machine into a file that others share', async () => {
  husky9(repo);
  repo.hook(HOOK, MARK, 0o644);
  await repo.install();
  assert.match(text(repo), /lgtm_hook='node_modules\/lgtm-hook\/hooks\/pre-commit'\nlgtm_node=''\n/);
  assert.not.ok(text(repo).includes(repo.root) || text(repo).includes(process.execPath));
});

husky('9 lets the commit of somebody pass who has not installed the package, and says so', async () => {
  husky9(repo);
  repo.hook(HOOK, MARK, 0o644);
  await repo.install();
  rmSync(join(repo.root, 'node_modules'), { recursive: true });
  const ended = repo.tryCommit();
  assert.is(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /^lgtm: NOT REVIEWED: lgtm-hook is not installed here/m);
});

husky('9 serves a project below the top level', async () => {
  rmSync(join(repo.root, 'node_modules'), { recursive: true });
  putPackage(join(repo.root, 'front'));
  repo.write('.git/info/exclude', 'node_modules\n');
  husky9(repo, 'front/.husky');
  repo.hook('front/.husky/pre-commit', MARK, 0o644);
  assert.is(only(await repo.install({}, ['pre-commit'], 'front')).kind, 'block');
  assert.is(repo.tryCommit().code, 0);
  assert.match(repo.seen()[0]?.program ?? '', /front\/node_modules\/lgtm-hook\/bin\/lgtm\.js$/);
});

husky('9 gives a pre-push hook and lgtm the same input', async () => {
  husky9(repo);
  repo.hook('.husky/pre-push', 'while read -r line; do echo "$line" >> "$MARKS"; done\n', 0o644);
  assert.is((only(await repo.install({}, ['pre-push'])) as { where?: string }).where, 'top');
  repo.git('init', '-q', '--bare', join(repo.home, 'remote.git'));
  const ended = repo.start('git', ['push', '-q', join(repo.home, 'remote.git'), 'main']);
  assert.is(ended.code, 0, ended.stderr);
  const marks = repo.marks();
  assert.is(marks.length, 1);
  assert.equal(
    repo.seen().map(({ stdin }) => stdin),
    [`${marks[0]}\n`],
  );
});

husky('9 that has no file of its own for the stage is named as the reason to stop', async () => {
  husky9(repo);
  rmSync(join(repo.root, '.husky/_/pre-commit'));
  const before = snapshot(repo.root);
  const step = only(await repo.install());
  assert.is(step.kind, 'stop');
  assert.equal(snapshot(repo.root), before);
});

husky('that package.json will put in place is asked for first, also where it has no hook yet', async () => {
  const manifest = (prepare: string): string =>
    JSON.stringify({ devDependencies: { husky: '^9' }, scripts: { prepare } });
  repo.write('package.json', manifest('node build.js'));
  assert.is(only(await repo.install()).kind, 'write');
  await repo.uninstall();
  repo.write('package.json', manifest('npm run build && husky'));
  const step = only(await repo.install());
  assert.match(
    step.kind === 'stop' ? [step.why, ...step.advice].join('\n') : step.kind,
    /^package\.json sets up husky[\s\S]*npx husky/,
  );
  husky9(repo);
  assert.is(only(await repo.install()).kind, 'block');
});

husky('that is set up but has not run yet in this clone is asked for first', async () => {
  repo.git('config', 'core.hooksPath', '.husky/_');
  repo.hook(HOOK, MARK, 0o644);
  const before = snapshot(repo.root);
  const step = only(await repo.install());
  assert.equal(snapshot(repo.root), before);
  assert.match(step.kind === 'stop' ? `${step.why} ${step.advice.join(' ')}` : '', /does not exist.*npx husky/);
  repo.git('config', '--unset', 'core.hooksPath');
  repo.write('package.json', '{ "devDependencies": { "husky": "^9" } }\n');
  const second = only(await repo.install());
  assert.match(second.kind === 'stop' ? second.why : '', /husky, whose hooks are not in place yet/);
});

const EIGHT: readonly [
  title: string,
  content: string,
  where: 'end' | 'top',
  marks: readonly string[],
  refused?: boolean,
][] = [
  ['a hook', `${HEAD8}${MARK}`, 'end', ['other']],
  ['a hook that fails', `${HEAD8}${MARK}exit 2\n`, 'top', ['other'], true],
  ['a hook that ends with exit 0', `${HEAD8}${MARK}exit 0`, 'top', ['other']],
  ['a hook without its first lines', `#!/bin/sh\n${MARK}`, 'end', ['other']],
];

for (const [title, content, where, marks, refused] of EIGHT) {
  husky(`8 adds to ${title} and takes its lines out again`, async () => {
    husky8(repo);
    repo.hook(HOOK, content);
    await roundTrip(where, marks, refused);
  });
}

husky('8 gets a hook with its own first lines where there is none yet', async () => {
  husky8(repo);
  await roundTrip('new file', []);
});

husky('8 is obeyed where HUSKY=0 switches it off', async () => {
  for (const ending of ['', 'exit 0\n']) {
    husky8(repo);
    repo.hook(HOOK, `${HEAD8}${MARK}${ending}`);
    await repo.install();
    assert.is(repo.tryCommit({ HUSKY: '0' }).code, 0);
    assert.equal([repo.marks(), repo.seen()], [[], []]);
  }
});

husky('8 has a hook in another language chained like any other', async () => {
  husky8(repo);
  repo.hook(HOOK, `#!/usr/bin/env node\nrequire('fs').appendFileSync(process.env.MARKS, 'other\\n');\n`);
  assert.is(only(await repo.install()).kind, 'chain');
  assert.is(repo.tryCommit().code, 0);
  assert.equal([repo.marks(), repo.seen().length], [['other'], 1]);
});

husky('8 with a hook that git passes over is told how to switch it on', async () => {
  husky8(repo);
  repo.hook(HOOK, `${HEAD8}${MARK}`, 0o644);
  const step = only(await repo.install());
  assert.match(step.kind === 'stop' ? step.advice.join(' ') : '', /chmod \+x \.husky\/pre-commit/);
});

husky('stops at a hook that is a link, and prints the line to add', async () => {
  husky9(repo);
  repo.hook('scripts/check.sh', MARK);
  symlinkSync('../scripts/check.sh', join(repo.root, HOOK));
  const step = only(await repo.install());
  assert.match(
    step.kind === 'stop' ? step.advice.join(' ') : '',
    /sh node_modules\/lgtm-hook\/hooks\/pre-commit "\$@"/,
  );
  assert.is(text(repo, 'scripts/check.sh'), MARK);
});

husky('keeps a hook that calls lgtm by itself', async () => {
  husky9(repo);
  repo.hook(HOOK, 'npx lgtm-hook hook pre-commit\n', 0o644);
  assert.is(only(await repo.install()).kind, 'keep');
});

husky('renews lines of an older installation in their place', async () => {
  husky9(repo);
  repo.hook(HOOK, MARK, 0o644);
  await repo.install();
  repo.hook(HOOK, `${text(repo).replace("lgtm_node=''", "lgtm_node='/old/node'")}echo later >> "$MARKS"\n`, 0o644);
  assert.is(only(await repo.install()).kind, 'block');
  await repo.uninstall();
  assert.is(text(repo), `${MARK}echo later >> "$MARKS"\n`);
});

husky('keeps what was added to a file that was made for lgtm', async () => {
  husky8(repo);
  await repo.install();
  repo.hook(HOOK, `${text(repo)}npm test\n`);
  await repo.uninstall();
  assert.is(text(repo), `${HEAD8}npm test\n`);
});

husky('does not guess where lines of lgtm end that were damaged', async () => {
  husky9(repo);
  repo.hook(HOOK, MARK, 0o644);
  await repo.install();
  const damaged = text(repo).replace(/# <<< .*\n/, '');
  repo.hook(HOOK, damaged, 0o644);
  assert.is(only(await repo.install()).kind, 'stop');
  assert.is(only(await repo.uninstall()).kind, 'stop');
  assert.is(text(repo), damaged);
});

husky.run();
