import { EXIT, UsageError } from '../errors.ts';
import { formats } from '../reports/index.ts';
import { builtInRules } from '../specs/library.ts';
import { nearest } from '../text/nearest.ts';
import { bash } from './completion-bash.ts';
import { fish } from './completion-fish.ts';
import { type Lexis, lexisOf, SHELLS } from './completion-lexis.ts';
import { zsh } from './completion-zsh.ts';
import { print } from './output.ts';
import type { Option, Rows, Run } from './row.ts';

const SCRIPTS: Readonly<Record<string, (lexis: Lexis) => string>> = { bash, zsh, fish };

/** The command that prints the script of a shell, from the table of all commands. */
export const completionOf =
  (rows: Rows, common: Readonly<Record<string, Option>>): Run =>
  async ({ words }) => {
    const [shell = ''] = words;
    const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
    if (!script) {
      const best = await nearest(shell, SHELLS);
      throw new UsageError(
        `no completion is known for the shell "${shell}"`,
        `${best ? `Did you mean "${best}"? ` : ''}Shells: ${SHELLS.join(', ')}.`,
      );
    }
    await print(script(lexisOf(rows, common, { formats, rules: builtInRules().map(({ id }) => id) })));
    return EXIT.ok;
  };
