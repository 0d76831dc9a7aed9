import { main } from './cli.ts';
import { keepParts } from './parts.ts';

/** Runs the command line of this process. */
export const start = async (): Promise<void> => {
  const { cwd, argv, env } = process;
  process.exitCode = await main(argv.slice(2), { cwd: cwd(), env, keepCode: keepParts });
};
