import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';

/** Handlers with nothing in them, by language; each is matched over lines of masked code. */
const BRACES = [
  /\bcatch\s{0,8}(?:\([^(){}]{0,160}\)\s{0,8}|[\w.]{1,40}\s{1,8})?\{\s{0,400}\}/g,
  /\.catch\(\s{0,8}(?:async\s{1,4})?(?:\(\s{0,4}\w{0,40}\s{0,4}\)|\w{1,40})\s{0,4}=>\s{0,8}\{\s{0,400}\}\s{0,8}\)/g,
];
const PYTHON = [/\bexcept\b[^\n:]{0,160}:\s{1,200}pass\b/g];
const RUBY = [/\brescue\b[^\n]{0,160}\n\s{0,200}end\b/g];

const HANDLERS: Readonly<Record<string, readonly RegExp[]>> = { py: PYTHON, rb: RUBY };

/** Going on is what these mean: an optional import, an asked-for end, something that is not or no longer there. */
const EXPECTED =
  /\b(?:ImportError|ModuleNotFoundError|KeyboardInterrupt|StopIteration|KeyError|IndexError|LookupError|AttributeError|StopAsyncIteration|GeneratorExit|CancelledError|FileNotFoundError|ProcessLookupError|BrokenPipeError|InterruptedException)\b|\b(?:ignored?|expected)\s{0,4}\)/;

/** Finds error handlers that do nothing and say nothing; a comment in one says why, and excuses it. */
export function* swallowedError(scan: Scan): Generator<Found> {
  if (!/\b(?:catch|except|rescue)\b/.test(scan.stream('text'))) return;
  const code = scan.stream('code');
  const comment = scan.stream('comment');
  for (const handler of HANDLERS[scan.language ?? ''] ?? BRACES) {
    for (const { 0: text, index } of code.matchAll(handler)) {
      const end = scan.lineAt(index + text.length - 1);
      const said = comment.slice(scan.start(scan.lineAt(index)), scan.start(end + 1));
      if (EXPECTED.test(text) || said.trim() !== '') continue;
      const line = scan.lineAt(index);
      yield { line, endLine: end, column: index - scan.start(line) };
    }
  }
}
