import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';

/** Files that are no migration on the way up. */
const ELSEWHERE = /down|rollback|revert|undo|(?:^|\/)seeds\/|(?:^|\/)dump[^/]*$|(?:structure|schema)\.sql$/;

const DROPS = /\bDROP\s{1,4}(?:TABLE|COLUMN|SCHEMA|DATABASE)\b|\bTRUNCATE\s{1,4}(?:TABLE\s|ONLY\s|["`\w])/i;

const SCRATCH = /\b(?:temp|temporary|tmp|staging|scratch)\w{0,30}\b|_(?:tmp|temp|staging|backup|old)\b/i;

/** From here on a file goes down. */
const DOWN = /--\s{0,3}(?:\+(?:goose|migrate)\s{1,3}Down|migrate:down|@?down\b|rollback|undo)/i;

/** Lines for which such a mark holds. */
const REACH = 200;

const CREATED =
  /\bCREATE\s{1,4}(?:(?:GLOBAL|LOCAL)\s{1,4})?TEMP(?:ORARY)?\s{1,4}TABLE\s{1,4}(?:IF\s{1,4}NOT\s{1,4}EXISTS\s{1,4})?["`]?(\w{1,64})/i;

const DROPPED =
  /\b(?:DROP|TRUNCATE)\s{1,4}(?:TABLE\s{1,4})?(?:IF\s{1,4}EXISTS\s{1,4})?["`]?(\w{1,64})["`]?\s{0,4}(?:;|$)/i;

/** Characters of a line that are looked at. */
const LOOKED_AT = 2000;

const isLoss = (code: string, written: string, own: ReadonlySet<string>): boolean => {
  if (!DROPS.test(code) || SCRATCH.test(code)) return false;
  return !own.has(DROPPED.exec(written)?.[1]?.toLowerCase() ?? '');
};

/**
 * Finds what a migration drops for good. A table that the same file makes as a temporary one is none of it, whatever its
 * name; only a statement that drops nothing else is let off.
 */
export function* lostData(scan: Scan): Generator<Found> {
  if (ELSEWHERE.test(scan.path)) return;
  const own = new Set<string>();
  let down = Number.NEGATIVE_INFINITY;
  for (let line = 1; line <= scan.count(); line++) {
    const at = (stream: 'comment' | 'code' | 'uncommented'): string => scan.line(stream, line).slice(0, LOOKED_AT);
    if (DOWN.test(at('comment'))) down = line;
    const written = at('uncommented');
    const made = CREATED.exec(written)?.[1];
    if (made) own.add(made.toLowerCase());
    if (line - down > REACH && isLoss(at('code'), written, own)) yield { line };
  }
}
