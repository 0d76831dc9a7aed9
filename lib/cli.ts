import { findCommand, parseCommandLine } from './commands/arguments.ts';
import { print, say } from './commands/output.ts';
import type { Invocation } from './commands/row.ts';
import { EXIT, LgtmError, messageOf } from './errors.ts';
import { visible } from './text/visible.ts';

type Setting = Pick<Invocation, 'cwd' | 'env' | 'keepCode'>;

const dispatch = async (args: readonly string[], setting: Setting): Promise<number> => {
  const [name = '--help', ...rest] = args;
  if (name === '-v' || name === '--version') return done((await import('./version.ts')).version());
  if (name === '-h' || name === '--help' || name === 'help') return help(name === 'help' ? (rest[0] ?? null) : null);
  const row = await findCommand(name);
  const { flags, words } = await parseCommandLine(name, row, rest);
  if (flags['help']) return help(name);
  const env = flags['no-color'] ? { ...setting.env, NO_COLOR: '1' } : setting.env;
  return (await row.load()).run({ ...setting, env, flags, words });
};

/** The help text of a command; of the whole program where none is named. Loaded only here: no commit asks for it. */
const help = async (command: string | null): Promise<number> => {
  const { commandHelp, mainHelp } = await import('./commands/help.ts');
  return done(command === null ? mainHelp() : commandHelp(command, await findCommand(command)));
};

const done = async (text: string): Promise<number> => {
  await print(`${text}\n`);
  return EXIT.ok;
};

const complain = (error: unknown, args: readonly string[]): number => {
  const known = error instanceof LgtmError;
  say(`lgtm: ${known ? '' : 'internal error: '}${visible(messageOf(error))}`);
  if (known && error.hint) say(`      ${visible(error.hint)}`);
  if (args.includes('--debug')) say(visible(error instanceof Error ? (error.stack ?? '') : '').replaceAll('\\n', '\n'));
  else if (!known) say('      Run it again with --debug and report what it says.');
  return known ? error.exitCode : EXIT.internal;
};

const SIGNALS = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: 129 } as const;

/** Ends at once on a signal: nothing was changed, so there is nothing to restore. Children end with the process. */
const endOnSignals = (): void => {
  for (const [name, code] of Object.entries(SIGNALS)) process.once(name, () => process.exit(code));
};

/** A reader that went away (a pager, `head`) changes neither the verdict nor the exit code; a report that is lost does. */
const watchOutput = (): { fault: () => Error | null } => {
  let fault: Error | null = null;
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') fault ??= error;
  });
  return { fault: () => fault };
};

/** git passes no signal on to its hook: one whose git has died ends by itself. */
const endWithGit = async (): Promise<void> => {
  const { watchGit } = await import('./git/ancestors.ts');
  watchGit(() => process.exit(EXIT.terminated));
};

/** Runs one command line and returns its exit code; the only place that prints an error. */
export const main = async (args: readonly string[], setting: Setting): Promise<number> => {
  endOnSignals();
  const output = watchOutput();
  try {
    if (args[0] === 'hook') await endWithGit();
    const code = await dispatch(args, setting);
    // The stream tells of a failed write a moment after the write has come back.
    await new Promise(setImmediate);
    const fault = output.fault();
    if (fault) throw fault;
    return code;
  } catch (error) {
    return complain(error, args);
  }
};
