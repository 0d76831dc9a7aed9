import { JSON_OPTION, type Rows } from './row.ts';

/** Commands that tell how right lgtm is. */
export const MEASURE_ROWS: Rows = {
  eval: {
    summary: 'measure how right the rules are, alone or with a model, on labelled changes',
    options: {
      model: { type: 'string', value: 'NAME', help: 'measure this model as well; without it, rules that need none' },
      split: {
        type: 'string',
        value: 'NAME',
        values: ['test', 'dev', 'all'],
        help: 'which half of the cases; test by default',
      },
      rules: { type: 'string', value: 'IDS', help: 'only these rules, with commas between them' },
      quick: { type: 'boolean', help: 'the rules that can apply to the files here, without variants, in minutes' },
      cases: { type: 'string', value: 'DIR', values: 'files', help: 'a folder of cases of your own' },
      runs: { type: 'string', value: 'N', help: 'review every case so often, to see whether it comes out the same' },
      limit: { type: 'string', value: 'N', help: 'at most so many cases, spread evenly' },
      deadline: { type: 'string', value: 'SECONDS', help: 'most time for the questions of one review; 600 by default' },
      ablate: {
        type: 'string',
        value: 'NAME=VALUE',
        multiple: true,
        help: 'change one thing about the pass; repeatable',
      },
      fresh: { type: 'boolean', help: 'begin anew, whatever an earlier run has left' },
      'by-rule': { type: 'boolean', help: 'print the table of every rule as well' },
      json: { type: 'string', value: 'FILE', values: 'files', help: 'write all figures' },
      html: { type: 'string', value: 'FILE', values: 'files', help: 'write a page with tables and plots' },
      markdown: { type: 'string', value: 'FILE', values: 'files', help: 'write the tables' },
      'self-check': { type: 'boolean', help: 'hold the harness itself against models that are scripted' },
    },
    details:
      'Cases are staged in temporary repositories and reviewed by this very program. An interrupted run\ngoes on where it stood. What is learnt of a model is kept in your own data folder, and decides from\nthen on what it may block.\nExit codes: 0 measured, 1 the self-check failed, 3 some reviews broke off.',
    examples: [
      ['lgtm eval', 'the rules that need no model'],
      ['lgtm eval --model qwen2.5-coder:7b --html report.html', 'a model, with a page to read'],
      ['lgtm eval --model qwen2.5-coder:7b --quick', 'the rules of this repository, in minutes'],
      ['lgtm eval --cases our-cases --model qwen2.5-coder:7b', 'your own changes'],
    ],
    load: () => import('./eval.ts'),
  },
  stats: {
    summary: 'what became of the findings here: changed, dismissed, or committed as they were',
    options: { json: JSON_OPTION, clear: { type: 'boolean', help: 'forget what was counted in this repository' } },
    details: 'Counted in your own state folder, a number a rule and no code; nothing of it is ever sent.',
    examples: [
      ['lgtm stats', 'which rules are acted on, and which annoy'],
      ['lgtm stats --clear', 'begin anew'],
    ],
    load: () => import('./stats.ts'),
  },
};
