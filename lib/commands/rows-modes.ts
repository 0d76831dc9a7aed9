import { JSON_OPTION, type Option, type Rows, SCOPE_OPTIONS } from './row.ts';

/** Scopes whose whole state is at hand; of a diff there is only what its hunks show. */
const { diff: _diff, 'all-files': _all, ...SCOPES } = SCOPE_OPTIONS;

const TRANSCRIPT: Option = {
  type: 'string',
  value: 'FILE',
  values: 'files',
  help: 'write every turn to a file, a line of JSON each',
};

const DEADLINE: Option = { type: 'string', value: 'SECONDS', help: 'most time for the model' };

const EXIT_CODES =
  'Exit codes: 0 clean or warnings only, 1 blocked, 2 usage or configuration, 3 not reviewed,\n4 internal error.';

/** Commands by which several roles work on one thing. */
export const MODE_ROWS: Rows = {
  review: {
    summary: 'review in full: map, rules, audit plan, a reviewer for each dimension, arbitration',
    options: {
      ...SCOPES,
      driver: {
        type: 'string',
        value: 'NAME',
        values: ['scripted', 'led'],
        help: 'scripted (the default), or led: the model decides what comes next',
      },
      'no-model': { type: 'boolean', help: 'map, selection, audit plan and the rules that need no model' },
      format: { type: 'string', value: 'NAME', values: ['text', 'json'], help: 'text or json' },
      output: { type: 'string', value: 'FILE', values: 'files', help: 'write the report to a file' },
      html: { type: 'string', value: 'FILE', values: 'files', help: 'write it as one page that needs nothing else' },
      transcript: {
        type: 'string',
        value: 'FILE',
        values: 'files',
        help: 'write every turn to a file, a line of JSON each',
      },
      deadline: DEADLINE,
    },
    details: EXIT_CODES,
    examples: [
      ['lgtm review', 'the staged change, in full'],
      ['lgtm review --range main..HEAD', 'what a branch brings, as one change'],
      ['lgtm review --commit HEAD --transcript turns.jsonl', 'the last commit, every turn written down'],
      ['lgtm review --html review.html', 'to read in a browser'],
    ],
    load: () => import('./review.ts'),
  },
  plan: {
    summary: 'plan a task: steps, the files that they touch, the rules that they must keep',
    usage: 'TASK',
    words: [1, 1],
    options: { json: JSON_OPTION, transcript: TRANSCRIPT, deadline: DEADLINE },
    details: 'Changes nothing. Exit code 3 where no model made a plan that stands; map and rules are shown then.',
    examples: [
      ['lgtm plan "send receipts by mail after a payment"', 'steps, files, rules'],
      ['lgtm plan "rename the option" --json', 'for a script'],
    ],
    load: () => import('./plan.ts'),
  },
  fix: {
    summary: 'propose a patch for a finding of the staged change; it is tried before it is shown',
    usage: '[FINDING]',
    words: [0, 1],
    word: 'finding',
    options: {
      apply: { type: 'boolean', help: 'write it to the work tree, where the file is exactly what is staged' },
      json: JSON_OPTION,
      transcript: TRANSCRIPT,
      deadline: DEADLINE,
    },
    details:
      'FINDING is the id that a report shows, or its first characters; the most urgent finding without.\nA patch is shown only where the finding is gone when the change is checked again, and nothing came\nin its place. Exit code 3 where there is none.',
    examples: [
      ['lgtm fix', 'a patch for the most urgent finding'],
      ['lgtm fix 3f2a9c --apply', 'written to the work tree'],
      ['lgtm fix 3f2a9c | git apply --cached', 'straight into the index'],
    ],
    load: () => import('./fix.ts'),
  },
};
