import { indexFiles } from './git/index-files.ts';
import { lineDigest, received } from './pass/reception.ts';
import type { Session } from './session.ts';
import { keepFeedback, type Open, readFeedback } from './state/feedback.ts';
import { splitLines } from './text/lines.ts';
import type { Finding, Report } from './types.ts';

/** Paths outside of the change that are looked at for one run; the rest waits for the next. */
const MOST_PATHS = 20;

const digestsOf = (text: string): ReadonlySet<string> => new Set(splitLines(text).map(lineDigest));

/** What concerns a whole file or change has no line that could be changed or left. */
const openOf = ({ plan }: Session, { id, rule, path, line }: Finding): Open[] => {
  const text = plan.inspection.files.find((file) => file.path === path)?.text ?? null;
  const own = line > 0 && text !== null ? splitLines(text)[line - 1] : undefined;
  return own === undefined ? [] : [{ id, rule, path, text: lineDigest(own) }];
};

type Lines = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Lines of the files that open findings are in, as they are staged. */
const linesAt = async ({ input, plan }: Session, paths: readonly string[]): Promise<Lines> => {
  const index = indexFiles(input.scene.repo);
  const lines = new Map<string, ReadonlySet<string> | null>();
  for (const path of paths) {
    const held = plan.inspection.files.find((file) => file.path === path);
    const text = held?.text ?? (await index.read(path));
    if (text !== null) lines.set(path, digestsOf(text));
    else if (held?.status === 'D' || !(await index.tracked(path))) lines.set(path, null);
  }
  return lines;
};

/**
 * Counts what became of the findings of earlier runs. Called once the report is out; costs nothing where nothing was and
 * nothing is found, and whatever goes wrong changes no verdict.
 */
export const noteFeedback = async (session: Session, report: Report): Promise<void> => {
  try {
    const before = readFeedback(session.state);
    if (before.open.length === 0 && report.findings.length === 0) return;
    const paths = [...new Set(before.open.map(({ path }) => path))].slice(0, MOST_PATHS);
    const lines = await linesAt(session, paths);
    const touched = new Set(session.plan.inspection.files.flatMap(({ path, oldPath = path }) => [path, oldPath]));
    const after = received(before, {
      shown: report.findings.flatMap((finding) => openOf(session, finding)),
      dismissed: new Set(report.suppressed.map(({ finding }) => finding.id)),
      lines: (path) => lines.get(path),
      touches: (path) => touched.has(path),
    });
    keepFeedback(session.state, after);
  } catch {
    // A full disk, a git that went away: nothing that a commit depends on.
  }
};
