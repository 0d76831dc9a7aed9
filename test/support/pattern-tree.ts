/** The part of the regular expression syntax that V8 and RE2 share, as a tree. */

export type Node =
  | { readonly type: 'char'; readonly test: (char: string) => boolean; readonly source: string }
  | { readonly type: 'assert'; readonly source: string }
  | { readonly type: 'group'; readonly body: Node }
  | { readonly type: 'choice'; readonly options: readonly Node[] }
  | { readonly type: 'sequence'; readonly items: readonly Node[] }
  | {
      readonly type: 'repeat';
      readonly body: Node;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    };

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/;
const CLASS = /^\[\^?(?:\\.|[^\]\\])*\]/;
const GROUP = /^\((?:\?:)?/;

interface Reader {
  rest: string;
  readonly ignoreCase: boolean;
}

const take = (reader: Reader, length: number): string => {
  const taken = reader.rest.slice(0, length);
  reader.rest = reader.rest.slice(length);
  return taken;
};

const countsOf = (quantifier: RegExpExecArray): { min: number; max: number } => {
  const [, sign, low = '0', comma, high] = quantifier;
  if (sign === '*') return { min: 0, max: Number.POSITIVE_INFINITY };
  if (sign === '+') return { min: 1, max: Number.POSITIVE_INFINITY };
  if (sign === '?') return { min: 0, max: 1 };
  if (comma === undefined) return { min: Number(low), max: Number(low) };
  return { min: Number(low), max: high ? Number(high) : Number.POSITIVE_INFINITY };
};

const single = (text: string, ignoreCase: boolean): Node => {
  const expression = new RegExp(`^(?:${text})$`, `${ignoreCase ? 'i' : ''}s`);
  const isDot = text === '.';
  return { type: 'char', test: (char) => (isDot ? char !== '\n' : expression.test(char)), source: text };
};

/** What starts here and is outside the shared syntax; null where nothing is. */
const refusal = (rest: string): string | null => {
  if (/^\(\?[^:]/.test(rest)) return 'look-around or flags';
  if (/^\\[1-9k]/.test(rest)) return 'back-reference';
  return /^[*+?{|)]/.test(rest) ? 'nothing to repeat' : null;
};

const atom = (reader: Reader): Node => {
  const { rest, ignoreCase } = reader;
  const why = refusal(rest);
  if (why) throw new Error(`${why}: ${rest.slice(0, 12)}`);
  const group = GROUP.exec(rest);
  if (group) {
    take(reader, group[0].length);
    const body = choice(reader);
    if (take(reader, 1) !== ')') throw new Error('a group is not closed');
    return { type: 'group', body };
  }
  const length = CLASS.exec(rest)?.[0].length ?? (rest.startsWith('\\') ? 2 : 1);
  const source = take(reader, length);
  return /^(?:\\[bB]|[$^])$/.test(source) ? { type: 'assert', source } : single(source, ignoreCase);
};

const item = (reader: Reader): Node => {
  const body = atom(reader);
  const quantifier = QUANTIFIER.exec(reader.rest);
  if (!quantifier) return body;
  take(reader, quantifier[0].length);
  return { type: 'repeat', body, ...countsOf(quantifier), lazy: quantifier[5] === '?' };
};

const sequence = (reader: Reader): Node => {
  const items: Node[] = [];
  while (reader.rest !== '' && !/^[|)]/.test(reader.rest)) items.push(item(reader));
  return { type: 'sequence', items };
};

function choice(reader: Reader): Node {
  const options = [sequence(reader)];
  while (reader.rest.startsWith('|')) {
    take(reader, 1);
    options.push(sequence(reader));
  }
  return { type: 'choice', options };
}

/** Parses a pattern. Throws on anything outside the shared syntax, look-around and back-references among it. */
export const parsePattern = (source: string, ignoreCase: boolean): Node => {
  const reader: Reader = { rest: source, ignoreCase };
  const parsed = choice(reader);
  if (reader.rest !== '') throw new Error(`not understood: ${reader.rest}`);
  return parsed;
};

/** A short text that a part of a pattern takes, with a character of each class. */
const sampleOf = (node: Node): string => {
  switch (node.type) {
    case 'char':
      return [...'a1_A \t"\'`(){}[]<>=+-*/.,:;|&$#@!?%\\~^\n'].find(node.test) ?? node.source.replace('\\', '');
    case 'assert':
      return '';
    case 'group':
      return sampleOf(node.body);
    case 'choice':
      return node.options[0] ? sampleOf(node.options[0]) : '';
    case 'sequence':
      return node.items.map(sampleOf).join('');
    case 'repeat':
      return sampleOf(node.body).repeat(Math.max(1, node.min));
  }
};

/** Repeats of fewer rounds cannot make a pattern slow. */
const LONG = 10;

const pumps = (node: Node, prefix: string): readonly string[] => {
  if (node.type === 'group') return pumps(node.body, prefix);
  if (node.type === 'choice') return node.options.flatMap((option) => pumps(option, prefix));
  if (node.type === 'repeat')
    return [
      ...(node.max > LONG ? [prefix, prefix + sampleOf(node.body), sampleOf(node.body)] : []),
      ...pumps(node.body, prefix),
    ];
  if (node.type !== 'sequence') return [];
  return node.items.flatMap((item, i) => pumps(item, prefix + node.items.slice(0, i).map(sampleOf).join('')));
};

/** Texts that, repeated, make a pattern start over and over and run far each time: what leads to each of its long repeats. */
export const pumpsOf = (node: Node): readonly string[] =>
  [...new Set([...pumps(node, ''), sampleOf(node)])].filter(Boolean);

/** Whether a part that repeats without bound stands inside another one. */
export const nestsRepeats = (node: Node, inside = false): boolean => {
  if (node.type === 'group') return nestsRepeats(node.body, inside);
  if (node.type === 'choice') return node.options.some((option) => nestsRepeats(option, inside));
  if (node.type === 'sequence') return node.items.some((item) => nestsRepeats(item, inside));
  if (node.type !== 'repeat') return false;
  const unbounded = node.max === Number.POSITIVE_INFINITY;
  return (unbounded && inside) || nestsRepeats(node.body, inside || unbounded);
};
