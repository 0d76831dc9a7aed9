import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';

/** Keys of package.json below which packages are named with what is accepted of them. Peers state what they accept. */
const SECTION = /^\s{0,40}"(?:dependencies|devDependencies|optionalDependencies)"\s{0,4}:\s{0,4}\{/;

const ENTRY = /^\s{0,40}"@?[\w./-]{1,120}"\s{0,4}:\s{0,4}"([^"]{0,300})"/;

/** Any version, the newest, everything from some version on, or what stands at an address without a fixed commit. */
const OPEN = /^(?:\*|x|latest|next|>=?\s{0,4}[\d.]{1,20}(?:-[\w.]{1,30})?)$/;
const ADDRESS = /^(?:git(?:\+\w{1,6})?:|github:|gitlab:|bitbucket:|https?:)/;
const PINNED = /#(?:[0-9a-f]{7,40}|semver:.{1,40}|v?\d[\w.-]{0,40})$/;

const isUnbounded = (version: string): boolean =>
  OPEN.test(version) || (ADDRESS.test(version) && !PINNED.test(version));

/** How many more brackets a line opens than it closes, strings left out. */
const opened = (text: string): number => {
  const code = text.replace(/"[^"]*"/g, '');
  return (code.match(/[{[]/g)?.length ?? 0) - (code.match(/[}\]]/g)?.length ?? 0);
};

/** Lines that stand directly below a section of dependencies. */
function* entriesOf(scan: Scan): Generator<{ line: number; text: string }> {
  let depth = 0;
  for (let line = 1; line <= scan.count(); line++) {
    const text = scan.line('text', line).slice(0, 1000);
    if (depth === 1) yield { line, text };
    if (depth > 0 || SECTION.test(text)) depth = Math.max(0, depth + opened(text));
  }
}

/** Finds dependencies in package.json whose version has no upper bound. */
export function* unboundedDependency(scan: Scan): Generator<Found> {
  if (!/(?:^|\/)package\.json$/.test(scan.path)) return;
  for (const { line, text } of entriesOf(scan)) if (isUnbounded(ENTRY.exec(text)?.[1] ?? '')) yield { line };
}
