import type { Git } from '../git/exec.ts';
import { quote, quoteAlways } from './shell.ts';
import type { Package } from './site.ts';
import { STAGES, type Stage } from './stages.ts';

/**
 * Hooks in git's own configuration, from git 2.54 on: `hook.NAME.event` and `hook.NAME.command`. The command knows
 * nothing of the event, so that every stage has a name of its own.
 */

export const nameOf = (stage: Stage): string => (stage === 'pre-commit' ? 'lgtm' : `lgtm-${stage}`);

/** The command, for git to hand to a shell. It lives in the clone's own configuration, so that it may name this machine's node. */
export const commandFor = (stage: Stage, found: Package): string => {
  const script = quoteAlways(`${found.scripts}/${stage}`);
  const missing = "echo 'lgtm: NOT REVIEWED: lgtm-hook is not installed here (npm install)' >&2";
  const node = found.node === '' ? '' : `LGTM_NODE=\${LGTM_NODE:-${quote(found.node)}} `;
  return `lgtm_hook() { if [ -f ${script} ]; then ${node}/bin/sh ${script} "$@"; else ${missing}; fi; }; lgtm_hook`;
};

/** The commands that this clone's configuration has for the stages under our names. Throws GitError. */
export const readConfigured = async (git: Git): Promise<ReadonlyMap<Stage, string>> => {
  const args = ['config', '--null', '--local', '--get-regexp', '^hook\\.lgtm(-.*)?\\.command$'];
  const answer = await git.text(args, { accept: [0, 1] });
  const found = new Map<Stage, string>();
  for (const entry of answer.split('\0')) {
    const cut = entry.indexOf('\n');
    const stage = STAGES.find((name) => entry.slice(0, cut) === `hook.${nameOf(name)}.command`);
    if (stage) found.set(stage, entry.slice(cut + 1));
  }
  return found;
};

/** Writes the entry of a stage into this clone's configuration, in place of an earlier one. Throws GitError. */
export const writeConfigured = async (git: Git, stage: Stage, command: string): Promise<void> => {
  await git.run(['config', '--local', '--replace-all', `hook.${nameOf(stage)}.event`, stage]);
  await git.run(['config', '--local', '--replace-all', `hook.${nameOf(stage)}.command`, command]);
};

/** Takes the entry of a stage out again, with the section that held it. Throws GitError. */
export const removeConfigured = async (git: Git, stage: Stage): Promise<void> => {
  await git.run(['config', '--local', '--remove-section', `hook.${nameOf(stage)}`]);
};
