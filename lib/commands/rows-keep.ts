import { JSON_OPTION, type Rows, SCOPE_OPTIONS } from './row.ts';

/** Commands that say of a finding, for longer than one commit, that it is no matter. */
export const KEEP_ROWS: Rows = {
  dismiss: {
    summary: 'set a finding aside, for you and this repository; it stays listed as suppressed',
    usage: '[FINDING]',
    words: [0, 1],
    word: 'finding',
    options: {
      reason: { type: 'string', value: 'TEXT', help: 'why it is no matter; needed' },
      list: { type: 'boolean', help: 'list what is dismissed' },
      remove: { type: 'string', value: 'FINDING', values: 'findings', help: 'take a dismissal back' },
      known: { type: 'boolean', help: 'list the findings of the last run' },
      json: { type: 'boolean', help: 'with --list or --known: print JSON' },
    },
    details:
      'FINDING is the id that a report shows, or the first characters of it. Kept in your own state folder,\nnever in the repository; for a whole team there are inline waivers and `lgtm baseline`.',
    examples: [
      ['lgtm dismiss --known', 'the findings of the last run, with their ids'],
      ['lgtm dismiss 3f2a9c --reason "test vector"', 'counts from the next run on'],
      ['lgtm dismiss --remove 3f2a9c', 'takes it back'],
    ],
    load: () => import('./dismiss.ts'),
  },
  baseline: {
    summary: 'accept findings in .lgtm/baseline.json, for everybody',
    options: {
      ...SCOPE_OPTIONS,
      update: { type: 'boolean', help: 'add to the baseline that is there' },
      prune: { type: 'boolean', help: 'remove the entries that match nothing any more' },
      reason: { type: 'string', value: 'TEXT', help: 'why the new entries are accepted' },
      'no-model': { type: 'boolean', help: 'rules that need no model only' },
      deadline: { type: 'string', value: 'SECONDS', help: 'most time for the questions to the model' },
      json: JSON_OPTION,
    },
    details:
      'The baseline in HEAD counts: a new one takes effect once it is committed, on its own or beside a\nchange that passes. Exit code 3 where the review behind it was not complete.',
    examples: [
      ['lgtm baseline --no-model', 'accept what the rules find in the staged files now'],
      ['lgtm baseline --all-files --no-model', 'the same for everything that is there already'],
      ['git commit -m "Accept what lgtm finds" .lgtm/baseline.json', 'from then on it counts'],
      ['lgtm baseline --update --prune', 'add what is new, drop what is gone'],
    ],
    load: () => import('./baseline.ts'),
  },
};
