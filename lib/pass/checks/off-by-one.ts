import { escaped } from '../../text/escaped.ts';
import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';

/** Lines after the head of a loop in which its body is looked for. */
const BODY = 5;

const HEADS: readonly RegExp[] = [
  /\bfor\b[^;]{0,120};\s*(\w{1,40})\s*<=\s*([\w.]{1,60})\.(?:length|Length|size\(\)|len\(\)|count|Count)\s*;/,
  /\bfor\b[^;]{0,120};\s*(\w{1,40})\s*<=\s*len\((\w{1,40})\)\s*;/,
  /\bfor\s+(\w{1,40})\s+in\s+range\(\s*len\(([\w.]{1,60})\)\s*\+\s*1\s*\)/,
  /\bfor\s+(\w{1,40})\s+in\s+0\.\.=([\w.]{1,60})\.len\(\)/,
  /\bfor\s*\(\s*(\w{1,40})\s+in\s+0\.\.([\w.]{1,60})\.(?:size|length)\s*\)/,
];

/** A body that looks at the length again treats the last round apart, or reaches one place back. */
const GUARDED = /\.(?:length|Length|len\(\)|size)\b|\blen\(/;

function* loops(scan: Scan): Generator<Found> {
  for (let line = 1; line <= scan.count(); line++) {
    if (!scan.isAdded(line)) continue;
    const head = scan.line('code', line).slice(0, 1000);
    const match = head.includes('for') ? HEADS.map((pattern) => pattern.exec(head)).find(Boolean) : null;
    if (!match) continue;
    const [whole, counter = '', list = ''] = match;
    const rest = Array.from({ length: BODY }, (_, i) =>
      line + i < scan.count() ? scan.line('code', line + 1 + i).slice(0, 1000) : '',
    );
    const body = [head.slice(match.index + whole.length), ...rest].join('\n');
    const indexes = new RegExp(`(?:^|[^\\w.])${escaped(list)}\\[\\s*${counter}\\s*\\]`, 'm');
    if (indexes.test(body) && !GUARDED.test(body)) yield { line, column: match.index };
  }
}

/** Finds loops that count up to and including the length of what they index with the counter. */
export const offByOne = (scan: Scan): Iterable<Found> =>
  /\bfor\b/.test(scan.candidates('text').text) ? loops(scan) : [];
