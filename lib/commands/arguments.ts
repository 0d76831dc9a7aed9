import { parseArgs } from 'node:util';
import { messageOf, UsageError } from '../errors.ts';
import { COMMANDS, COMMON, type CommandRow, type Invocation } from './table.ts';

const suggestion = async (word: string, known: readonly string[]): Promise<string> => {
  const { closest, distance } = await import('fastest-levenshtein');
  const best = closest(word, [...known]);
  return distance(word, best) <= Math.max(2, word.length / 3) ? `Did you mean "${best}"?` : '';
};

/** The row of a command. Throws UsageError with the nearest name. */
export const findCommand = async (name: string): Promise<CommandRow> => {
  const row = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (row) return row;
  const names = Object.keys(COMMANDS).filter((one) => !COMMANDS[one]?.internal);
  throw new UsageError(
    `unknown command "${name}"`,
    (await suggestion(name, names)) || `Commands: ${names.join(', ')}.`,
  );
};

const explain = async (error: unknown, name: string, known: readonly string[]): Promise<UsageError> => {
  const text = messageOf(error);
  const flag = /Unknown option '(--?[^']*)'/.exec(text)?.[1];
  const help = `\`lgtm ${name} --help\` lists the options.`;
  if (!flag) return new UsageError(text.split('. ')[0] ?? text, help);
  return new UsageError(
    `unknown option ${flag}`,
    [
      await suggestion(
        flag,
        known.map((one) => `--${one}`),
      ),
      help,
    ]
      .filter(Boolean)
      .join(' '),
  );
};

/** Flags and words of a command line. Throws UsageError. */
export const parseCommandLine = async (
  name: string,
  row: CommandRow,
  args: readonly string[],
): Promise<Pick<Invocation, 'flags' | 'words'>> => {
  const options = { ...row.options, ...COMMON };
  const shapes = Object.fromEntries(
    Object.entries(options).map(([key, { type, short, multiple }]) => [
      key,
      { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) },
    ]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options: shapes, allowPositionals: true });
  } catch (error) {
    throw await explain(error, name, Object.keys(options));
  }
  const { values, positionals } = parsed;
  const [least, most] = row.words ?? [0, 0];
  if (values['help']) return { flags: values, words: positionals };
  if (positionals.length < least)
    throw new UsageError(`lgtm ${name} needs ${row.usage ?? 'an argument'}`, `\`lgtm ${name} --help\` shows how.`);
  if (positionals.length > most)
    throw new UsageError(
      `unexpected argument "${positionals[most]}"`,
      `\`lgtm ${name} --help\` shows what is accepted.`,
    );
  return { flags: values, words: positionals };
};
