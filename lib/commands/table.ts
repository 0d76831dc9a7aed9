import { COMMON, type Rows } from './row.ts';
import { KEEP_ROWS } from './rows-keep.ts';
import { MEASURE_ROWS } from './rows-measure.ts';
import { MODE_ROWS } from './rows-modes.ts';
import { REVIEW_ROWS } from './rows-review.ts';
import { SETUP_ROWS } from './rows-setup.ts';

export { COMMON, type CommandRow, type Invocation, type Run } from './row.ts';

/** The one command that is made from all the others. */
const COMPLETION_ROW: Rows = {
  completion: {
    summary: 'print the completion script of a shell',
    usage: 'bash|zsh|fish',
    words: [1, 1],
    word: 'shell',
    options: {},
    examples: [
      ['eval "$(lgtm completion bash)"', 'in ~/.bashrc'],
      ['eval "$(lgtm completion zsh)"', 'in ~/.zshrc, after compinit'],
      ['lgtm completion fish > ~/.config/fish/completions/lgtm.fish', 'for fish'],
    ],
    load: async () => ({ run: (await import('./completion.ts')).completionOf(COMMANDS, COMMON) }),
  },
};

/**
 * Every command, in the order of the help text. One row a command: help, flags, examples and where its code is. To add a
 * command: one file in this folder and one row in one of the `rows-*.ts`.
 */
export const COMMANDS: Rows = {
  ...REVIEW_ROWS,
  ...MODE_ROWS,
  ...KEEP_ROWS,
  ...MEASURE_ROWS,
  ...SETUP_ROWS,
  ...COMPLETION_ROW,
};
