import { LgtmError } from '../../errors.ts';
import type { ToolCall, ToolSpec } from '../../types.ts';
import { diff } from './diff.ts';
import { listFiles } from './list-files.ts';
import { log } from './log.ts';
import { readFile } from './read-file.ts';
import { search } from './search.ts';
import { argsOf, type Ground, type Result, refused, type Tool } from './tool.ts';

export { type Ground, type Result, refused, resultText } from './tool.ts';

/** Every tool there is. To add one: a file in this folder, a row here, its name in the schema of modes. */
const TOOLS: Readonly<Record<string, Tool>> = {
  list_files: listFiles,
  read_file: readFile,
  search,
  log,
  diff,
};

/** The tools of one invocation: what the model is told of them, and how they are run. */
export interface Toolbox {
  readonly specs: readonly ToolSpec[];
  run(call: ToolCall): Promise<Result>;
}

export const NO_TOOLS: Toolbox = { specs: [], run: async () => refused('there are no tools') };

const KINDS = { text: { type: 'string', maxLength: 200 }, number: { type: 'integer' } } as const;

/** What a model is told of a tool. */
const specOf = (name: string, { about, args }: Tool): ToolSpec => ({
  name,
  description: about,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(args).map(([key, kind]) => [key, KINDS[kind]])),
    required: Object.keys(args),
  },
});

/** The tools that a mode grants. What is not granted is refused, whatever a model calls for. */
export const toolbox = (granted: readonly string[], ground: Ground): Toolbox => {
  const tools = granted.flatMap((name) => {
    const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    return tool ? [[name, tool] as const] : [];
  });
  const byName = new Map(tools);
  return {
    specs: tools.map(([name, tool]) => specOf(name, tool)),
    run: async ({ name, args }) => {
      const tool = byName.get(name);
      if (!tool) return refused(`there is no such tool; there are: ${granted.join(', ') || 'none'}`);
      try {
        return await tool.run(argsOf(args), ground);
      } catch (error) {
        if (!(error instanceof LgtmError)) throw error;
        return refused('it could not be read');
      }
    },
  };
};
