import { type Node, parsePattern } from './pattern-tree.ts';

type Next = (at: number) => boolean;
type Matcher = (at: number, next: Next) => boolean;

/** The text under search, and what the search has cost. */
interface Search {
  text: string;
  steps: number;
}

const isWord = ({ text }: Search, at: number): boolean => /\w/.test(text.charAt(at));

const holds = (search: Search, assertion: string, at: number): boolean => {
  const { text } = search;
  if (assertion === '^') return at === 0 || text.charAt(at - 1) === '\n';
  if (assertion === '$') return at === text.length || text.charAt(at) === '\n';
  return (assertion === '\\b') === (isWord(search, at - 1) !== isWord(search, at));
};

const repeat = (search: Search, node: Extract<Node, { type: 'repeat' }>): Matcher => {
  const body = compile(search, node.body);
  const again = (count: number, at: number, next: Next): boolean => {
    search.steps++;
    const more = (): boolean =>
      count < node.max && body(at, (end) => (end > at || count < node.min) && again(count + 1, end, next));
    if (count < node.min) return more();
    return node.lazy ? next(at) || more() : more() || next(at);
  };
  return (at, next) => again(0, at, next);
};

const sequence = (items: readonly Matcher[]): Matcher => {
  const from =
    (index: number, next: Next): Next =>
    (at) => {
      const item = items[index];
      return item ? item(at, from(index + 1, next)) : next(at);
    };
  return (at, next) => from(0, next)(at);
};

function compile(search: Search, node: Node): Matcher {
  if (node.type === 'group') return compile(search, node.body);
  if (node.type === 'repeat') return repeat(search, node);
  if (node.type === 'sequence') return sequence(node.items.map((item) => compile(search, item)));
  if (node.type === 'choice') {
    const options = node.options.map((option) => compile(search, option));
    return (at, next) => options.some((option) => option(at, next));
  }
  return (at, next) => {
    search.steps++;
    if (node.type === 'assert') return holds(search, node.source, at) && next(at);
    return at < search.text.length && node.test(search.text.charAt(at)) && next(at + 1);
  };
}

/**
 * A backtracking matcher that counts the steps of a search for all matches. It tries what a backtracking engine tries, in
 * the same order and without its short cuts, so that its count bounds theirs.
 */
export const stepCounter = (source: string, ignoreCase = false): ((text: string) => number) => {
  const search: Search = { text: '', steps: 0 };
  const match = compile(search, parsePattern(source, ignoreCase));
  return (text) => {
    search.text = text;
    search.steps = 0;
    for (let start = 0; start <= text.length; ) {
      let end = -1;
      match(start, (at) => {
        end = at;
        return true;
      });
      start = end > start ? end : start + 1;
    }
    return search.steps;
  };
};
