import { JSON_OPTION, type Rows, SCOPE_OPTIONS } from './row.ts';

const EXIT_CODES =
  'Exit codes: 0 clean or warnings only, 1 blocked, 2 usage or configuration, 3 not reviewed,\n4 internal error.';

/** Commands that look at a change, and at the rules. */
export const REVIEW_ROWS: Rows = {
  check: {
    summary: 'review what is staged, or another change',
    options: {
      ...SCOPE_OPTIONS,
      'no-model': { type: 'boolean', help: 'rules that need no model only' },
      'dry-run': { type: 'boolean', help: 'print every message that would be sent to the model, and send none' },
      format: {
        type: 'string',
        value: 'NAME[=FILE]',
        values: 'formats',
        multiple: true,
        help: 'text, json, sarif, github, rdjson, gitlab, ndjson; repeatable',
      },
      output: { type: 'string', value: 'FILE', values: 'files', help: 'write the report to a file' },
      deadline: { type: 'string', value: 'SECONDS', help: 'most time for the questions to the model' },
      'fail-closed': { type: 'boolean', help: 'exit 1 where the change could not be reviewed' },
      explain: { type: 'boolean', help: 'show the rule of each finding in full' },
    },
    details: EXIT_CODES,
    examples: [
      ['lgtm check', 'what the hook would say of the staged change'],
      ['lgtm check --no-model', 'in milliseconds, without a model'],
      ['lgtm check --range origin/main..HEAD', 'what this branch brings: the same verdict as the hook, in CI'],
      ['lgtm check --format json | jq .outcome', 'for a script'],
      ['lgtm check --format sarif=lgtm.sarif', 'the text here, SARIF in a file'],
    ],
    load: () => import('./check.ts'),
  },
  context: {
    summary: 'show what is staged: intent, files, lines and the context map; asks no model',
    options: { ...SCOPE_OPTIONS, json: JSON_OPTION },
    examples: [
      ['lgtm context', 'one page: intent, files, domains, policies, risks'],
      ['lgtm context --json', 'tiers 0 to 2 and the map, as later stages see them'],
    ],
    load: () => import('./context.ts'),
  },
  rules: {
    summary: 'list, explain, test and write rules, those of the repository included',
    usage: '[list [MODEL] | show RULE | why PATH | test [RULE] | new ID]',
    words: [0, 2],
    verbs: { list: 'none', show: 'rule', why: 'path', test: 'rule', new: 'none' },
    options: {
      json: JSON_OPTION,
      severity: {
        type: 'string',
        value: 'NAME',
        values: ['block', 'warn', 'info'],
        help: 'list: only rules that block, warn or info',
      },
      class: {
        type: 'string',
        value: 'D|H|M',
        values: ['D', 'H', 'M'],
        help: 'list: only this class; new: of this class',
      },
      language: { type: 'string', value: 'NAME', help: 'list: only rules for this language' },
      quality: { type: 'string', value: 'NAME', help: 'list: only rules that serve this quality' },
      domain: { type: 'string', value: 'NAME', help: 'list: only rules for this field of work' },
      origin: {
        type: 'string',
        value: 'NAME',
        values: ['built-in', 'local'],
        help: 'list: only those of lgtm, or of the repository',
      },
      model: { type: 'boolean', help: 'test: ask the model as well; list: what the MODEL has earned' },
      'built-in': { type: 'boolean', help: 'new: below specs/rules/, for lgtm itself' },
    },
    examples: [
      ['lgtm rules list --severity block', 'what can stop a commit'],
      ['lgtm rules list --model qwen2.5-coder:7b', 'what this model may block, as `lgtm eval` measured it'],
      ['lgtm rules show sec/sql-concat', 'one rule in full, with its examples'],
      ['lgtm rules why src/app.ts', 'which rules apply to a file, and why the others do not'],
      ['lgtm rules new fees/round-up', 'writes .lgtm/policies/fees/round-up.md to start from'],
      ['lgtm rules test local/fees/round-up', 'stages its examples and reviews them'],
    ],
    load: () => import('./rules.ts'),
  },
  policies: {
    summary: 'draft policies of this repository from what it shows',
    usage: 'init',
    words: [1, 1],
    verbs: { init: 'none' },
    options: {
      model: { type: 'boolean', help: 'init: have the model propose more, and keep what cites tracked files' },
    },
    details: 'Writes .lgtm/policies/README.md and three to eight notes into the work tree; overwrites nothing.',
    examples: [
      ['lgtm policies init', 'drafts from manifests, workflows, tests and names of files'],
      ['lgtm policies init --model', 'and asks the model that a review would ask, once'],
    ],
    load: () => import('./policies.ts'),
  },
};
