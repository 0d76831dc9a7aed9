/** Finds which of many strings occur in a text, in one pass over it, without regard to the case of ASCII letters. */
export interface Finder {
  /** Calls `found` with the index of each string that occurs, possibly more than once. */
  scan(text: string, found: (index: number) => void): void;
}

/** A beginning of one or more strings. */
interface Node {
  readonly id: number;
  readonly next: Map<number, Node>;
  /** Indices of the strings that end here, those that end with a shorter ending of it included. */
  readonly ends: number[];
  /** The longest true ending of it that begins a string as well; the empty one has none. */
  fail: Node | null;
}

const makeNode = (id: number, fail: Node | null): Node => ({ id, next: new Map(), ends: [], fail });

const fold = (code: number): number => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code);

/** The tree of all beginnings; the first node is the empty one. */
const grow = (strings: readonly string[]): { root: Node; count: number } => {
  const root = makeNode(0, null);
  let count = 1;
  for (const [index, string] of strings.entries()) {
    let node = root;
    for (const char of string) {
      const code = fold(char.charCodeAt(0));
      const next: Node = node.next.get(code) ?? makeNode(count++, root);
      node.next.set(code, next);
      node = next;
    }
    node.ends.push(index);
  }
  return { root, count };
};

/** The node behind the nearest ending that goes on with a character. */
const follow = (from: Node | null, code: number): Node | null => {
  for (let node = from; node; node = node.fail) {
    const next = node.next.get(code);
    if (next) return next;
  }
  return null;
};

/** All nodes, shorter ones first, each with its endings. */
const linked = (root: Node): Node[] => {
  const order = [root];
  for (const node of order) {
    for (const [code, next] of node.next) {
      next.fail = follow(node.fail, code) ?? root;
      next.ends.push(...next.fail.ends);
      order.push(next);
    }
  }
  return order;
};

/** Marks a place of the table at which a string ends; the rest of it is where the row of the next node begins. */
const ENDS = 0x8000_0000 | 0;

/** For each node and character the row of the node that follows: a row for each, and a column for each character that occurs. */
const tabulate = (order: readonly Node[], count: number, codes: readonly number[]): Int32Array => {
  const width = codes.length + 1;
  const table = new Int32Array(count * width);
  const rowOf = (node: Node): number => (node.id * width) | (node.ends.length > 0 ? ENDS : 0);
  for (const { id, next, fail } of order)
    for (const [i, code] of codes.entries()) {
      const node = next.get(code);
      table[id * width + i + 1] = node ? rowOf(node) : (table[(fail?.id ?? 0) * width + i + 1] ?? 0);
    }
  return table;
};

const columns = (codes: readonly number[]): Uint8Array => {
  const column = new Uint8Array(128);
  for (const [i, code] of codes.entries()) {
    column[code] = i + 1;
    if (code >= 0x61 && code <= 0x7a) column[code - 0x20] = i + 1;
  }
  return column;
};

/** Aho and Corasick's automaton. The strings are ASCII, and at most some thousands. */
export const finder = (strings: readonly string[]): Finder => {
  const { root, count } = grow(strings);
  const order = linked(root);
  const codes = [...new Set(order.flatMap(({ next }) => [...next.keys()]))];
  const width = codes.length + 1;
  const table = tabulate(order, count, codes);
  const column = columns(codes);
  const ends: (readonly number[])[] = Array.from({ length: count }, () => []);
  for (const node of order) ends[node.id] = node.ends;

  /** Beyond ASCII the first column: back to the beginning. */
  const columnOf = (code: number): number => (code < 128 ? (column[code] ?? 0) : 0);

  const report = (row: number, found: (index: number) => void): void => {
    for (const index of ends[row / width] ?? []) found(index);
  };

  const scan = (text: string, found: (index: number) => void): void => {
    let row = 0;
    for (let i = 0; i < text.length; i++) {
      const next = table[row + columnOf(text.charCodeAt(i))] ?? 0;
      row = next & ~ENDS;
      if (next < 0) report(row, found);
    }
  };

  return { scan };
};
