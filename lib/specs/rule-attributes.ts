import type { FenceInfo } from '../text/markdown.ts';
import type { ExampleFile } from '../types.ts';
import type { Refuse } from './rule-faults.ts';

/** Reads `2,4-6`. */
const lineNumbers = (text: string): number[] | null => {
  const numbers: number[] = [];
  for (const part of text.split(',')) {
    const [, from, to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim()) ?? [];
    if (from === undefined) return null;
    for (let number = Number(from); number <= Number(to); number++) numbers.push(number);
  }
  return numbers.length > 0 && !numbers.includes(0) ? numbers : null;
};

/** The lines on which a bad example breaks its rule. */
export const linesIn = (info: FenceInfo, kind: string, text: string, at: number, refuse: Refuse): number[] => {
  const given = info.values.get('lines');
  if (given === undefined) return [];
  if (kind !== 'bad') return refuse('only a bad example has lines', at);
  const lines = lineNumbers(given) ?? refuse(`lines=${given} is no list of line numbers such as 2,4-6`, at);
  const count = text === '' ? 1 : text.split('\n').length;
  if (lines.some((line) => line > count) && !info.words.includes('deleted'))
    refuse(`lines=${given} lies beyond the ${count} lines of the example`, at);
  return lines;
};

/** Largest value of each attribute that is a number. */
const MOST = { size: 1e12, repeat: 5000 } as const;

/** An attribute that is a number, if it is given. */
export const numberIn = (
  info: FenceInfo,
  name: keyof typeof MOST,
  at: number,
  refuse: Refuse,
): Partial<ExampleFile> => {
  const given = info.values.get(name);
  if (given === undefined) return {};
  if (!/^\d{1,13}$/.test(given) || Number(given) > MOST[name])
    return refuse(`${name}=${given} is no number up to ${MOST[name]}`, at);
  return { [name]: Number(given) };
};

/** The mode of the file, if it is given. */
export const modeIn = (info: FenceInfo, at: number, refuse: Refuse): Partial<ExampleFile> => {
  const mode = info.values.get('mode');
  if (mode === undefined) return {};
  return /^(?:100644|100755|120000)$/.test(mode)
    ? { mode }
    : refuse(`mode=${mode} is none of 100644, 100755, 120000`, at);
};

/** The marks that say something about the file. */
export const marksIn = ({ words }: FenceInfo): Partial<ExampleFile> => ({
  ...(words.includes('binary') ? { binary: true } : {}),
  ...(words.includes('deleted') ? { deleted: true } : {}),
});
