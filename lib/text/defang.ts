import { visible } from './visible.ts';

/** Openers of control tokens in the chat templates of common model families. */
const CONTROL =
  /<\|(?=[\w|])|\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start_of_turn|end_of_turn|bos|eos|pad|unk|s|think|tool_call)>/gi;

/**
 * Staged text as the model gets it: control tokens of chat templates are split visibly, because servers tokenise them as
 * structure even inside content, and characters that hide are spelled out. One line in, one line out.
 */
export const defang = (line: string): string =>
  visible(line.replaceAll('\t', '  ').replace(CONTROL, (token) => `${token.slice(0, 1)}¦${token.slice(1)}`));
