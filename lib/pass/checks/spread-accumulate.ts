import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';

const IN_REDUCE = /\breduce\([^\n]{0,160}=>\s{0,4}\(?\s{0,4}[{[]\s{0,4}\.\.\.\w/;
const IN_LOOP = /(?:^|[^\w.])(\w{1,40})\s{0,4}=\s{0,4}[[{]\s{0,4}\.\.\.\1\b/;

/** Finds accumulators that are copied whole for each element: in `reduce`, or assigned to themselves in a loop. */
export function* spreadAccumulate(scan: Scan): Generator<Found> {
  if (!scan.candidates('text').text.includes('...')) return;
  const lines = scan.candidates('code');
  if (!lines.text.includes('...')) return;
  for (let index = 0; index < lines.count; index++) {
    const line = lines.number(index);
    const code = scan.line('code', line).slice(0, 2000);
    if (!code.includes('...')) continue;
    const copied = IN_LOOP.exec(code);
    const looped = copied !== null && scan.blocks().within(scan.start(line) + copied.index + 1, 'loop');
    if (looped || IN_REDUCE.test(code)) yield { line };
  }
}
