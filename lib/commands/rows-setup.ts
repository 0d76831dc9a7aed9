import { JSON_OPTION, type Option, type Rows } from './row.ts';

const STAGES = ['pre-commit', 'commit-msg', 'pre-merge-commit', 'pre-push'] as const;

const YES: Option = { type: 'boolean', short: 'y', help: 'change hook files that are committed' };

/** Commands that set lgtm up and look after it. */
export const SETUP_ROWS: Rows = {
  init: {
    summary: 'look at the repository and write a commented lgtm.config.yaml',
    options: { yes: { type: 'boolean', short: 'y', help: 'ask nothing: write the file, leave the hook alone' } },
    details: 'A lgtm.config.yaml that is there already is never touched.',
    examples: [
      ['lgtm init', 'shows what it found, writes the file, offers to put the hook in place'],
      ['lgtm init --yes', 'for scripts'],
    ],
    load: () => import('./init.ts'),
  },
  config: {
    summary: 'show every setting in force and where it comes from',
    usage: '[PATH]',
    words: [0, 1],
    word: 'path',
    options: {
      json: JSON_OPTION,
      deadline: { type: 'string', value: 'SECONDS', help: 'as `lgtm check` takes it' },
      'fail-closed': { type: 'boolean', help: 'as `lgtm check` takes it' },
    },
    details:
      'Sources, the later over the earlier: default, your file, HEAD, index (what tightens), environment,\nflag. With a PATH: what holds for that file, packages and overrides included.',
    examples: [
      ['lgtm config', 'settings, sources, and keys that are ignored'],
      ['lgtm config packages/api/src/db.ts', 'what holds for one file'],
    ],
    load: () => import('./config.ts'),
  },
  install: {
    summary: 'put the hook in place, beside whatever is there',
    options: {
      stage: {
        type: 'string',
        value: 'NAMES',
        values: STAGES,
        help: 'the stages, with commas between them; pre-commit by default',
      },
      method: {
        type: 'string',
        value: 'file|config',
        values: ['file', 'config'],
        help: 'a hook file (default), or an entry in git’s configuration (git 2.54)',
      },
      'dry-run': { type: 'boolean', help: 'say what would be done, and write nothing' },
      force: { type: 'boolean', help: 'chain in front of a hook that another manager generated' },
      yes: YES,
    },
    details: 'Stages: pre-commit, commit-msg, pre-merge-commit, pre-push.',
    examples: [
      ['lgtm install --dry-run', 'what would be done'],
      ['lgtm install --stage pre-commit,commit-msg', 'review the message as well'],
    ],
    load: () => import('./install.ts'),
  },
  uninstall: {
    summary: 'take the hook out again, byte for byte',
    options: {
      stage: { type: 'string', value: 'NAMES', values: STAGES, help: 'only these stages' },
      'dry-run': { type: 'boolean', help: 'say what would be done, and write nothing' },
      force: { type: 'boolean', help: 'also where the file was changed since' },
    },
    examples: [['lgtm uninstall', 'every hook that was there before is back as it was']],
    load: () => import('./uninstall.ts'),
  },
  doctor: {
    summary: 'look at every link of the chain: git, hook, configuration, trust, model',
    options: { json: JSON_OPTION },
    details:
      'Exit codes: 0 a commit here would be reviewed in full, 3 it would not, 2 the repository or the\nconfiguration cannot be used. Nothing of the repository is run.',
    examples: [
      ['lgtm doctor', 'what is wrong, and the command that mends it'],
      ['lgtm doctor --json | jq ".checks[] | select(.state != \\"ok\\")"', 'for a script'],
    ],
    load: () => import('./doctor.ts'),
  },
  cache: {
    summary: 'show or clear the answers of models that are kept on disk',
    usage: '[show | clear]',
    words: [0, 1],
    verbs: { show: 'none', clear: 'none' },
    options: { json: JSON_OPTION },
    details:
      'An identical question to the same model is answered from disk, and nothing is sent. Kept in your own\ncache folder for 30 days and up to 64 MiB, never in a repository. Beside it lies lgtm itself as\nNode compiled it, for a faster start.',
    examples: [
      ['lgtm cache', 'how many, how large, and where'],
      ['lgtm cache clear', 'every question is asked anew'],
    ],
    load: () => import('./cache.ts'),
  },
  demo: {
    summary: 'a real commit that is blocked, in a temporary repository, and its fix',
    options: { keep: { type: 'boolean', help: 'keep the temporary repository' } },
    examples: [['lgtm demo', 'takes a few seconds and leaves nothing behind']],
    load: () => import('./demo.ts'),
  },
  hook: {
    summary: 'what the installed hook runs',
    usage: 'STAGE [ARG ...]',
    words: [1, 9],
    internal: true,
    options: {},
    examples: [],
    load: () => import('./hook.ts'),
  },
};
