import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';

const DECLARATION = /^(?:export\s+)?(?:let|var)\s+(\w{1,60})/;

/** Assigned on an indented line, or behind an arrow or a brace: inside a function, most likely. */
const assignedLater = (name: string): RegExp =>
  new RegExp(
    `(?:^[ \\t]+|[{>;(][ \\t]*|=>[^\\n]{0,80}[ (])(?:${name}[ \\t]*(?:=[^=>]|[-+*/|&%]=|\\?\\?=|\\|\\|=|&&=|\\+\\+|--)|(?:\\+\\+|--)${name}\\b)`,
    'm',
  );

/** Finds variables of a module that its functions assign anew. */
export function* moduleMutableState(scan: Scan): Generator<Found> {
  if (!/\b(?:let|var)\b/.test(scan.candidates('text').text)) return;
  const code = scan.stream('code');
  const lines = scan.candidates('code');
  for (let index = 0; index < lines.count; index++) {
    const line = lines.number(index);
    const declaration = scan.line('code', line).slice(0, 200);
    const name = /=\s*require\(/.test(declaration) ? undefined : DECLARATION.exec(declaration)?.[1];
    if (name && assignedLater(name).test(code)) yield { line };
  }
}
