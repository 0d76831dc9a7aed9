import { fencesOf } from '../../text/markdown.ts';
import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';

const MARKER = /^(?:<{7}|>{7}|\|{7})(?: |$)/;
const MIDDLE = /^={7}$/;
const ANY = /^(?:<{7}|>{7}|\|{7})(?: |$)/m;

/** Lines of the markers of all conflicts; `=======` alone may underline a heading. */
const markersIn = (scan: Scan): number[] => {
  let opened = false;
  return Array.from({ length: scan.count() }, (_, i) => i + 1).filter((line) => {
    const text = scan.line('text', line).slice(0, 80);
    if (!MARKER.test(text)) return opened && MIDDLE.test(text);
    opened = !text.startsWith('>') && (opened || text.startsWith('<'));
    return true;
  });
};

/** Lines inside the fenced blocks of a document. */
const fencedLines = (scan: Scan): ReadonlySet<number> =>
  new Set(fencesOf(scan.stream('text')).flatMap(({ line, text }) => text.split('\n').map((_, i) => line + 1 + i)));

/** In documentation a fenced block may show what a conflict looks like; in a test a string may hold one. */
const isExample = (scan: Scan, line: number, fenced: ReadonlySet<number>): boolean => {
  if (scan.language === 'md') return fenced.has(line);
  if (!scan.test()) return false;
  return scan.language === null || scan.language === 'text' || scan.line('code', line).trim() === '';
};

/** Finds the lines that git writes around both sides of a conflict. */
export function* conflictMarker(scan: Scan): Generator<Found> {
  if (!ANY.test(scan.stream('text'))) return;
  const fenced = scan.language === 'md' ? fencedLines(scan) : new Set<number>();
  for (const line of markersIn(scan)) if (!isExample(scan, line, fenced)) yield { line };
}
