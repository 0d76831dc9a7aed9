import { openReporter } from '../reports/index.ts';
import { parseFormats, writeReport } from '../reports/output.ts';
import type { Session } from '../session.ts';
import { splitLines } from '../text/lines.ts';
import type { Line, Report, View } from '../types.ts';
import { print } from './output.ts';
import type { Invocation } from './table.ts';

/** Where a report goes: a format and a file, or standard output. */
export type Target = Awaited<ReturnType<typeof readTargets>>[number];

/** Reads `--format` and `--output`, and loads the reporters, so that a bad name is told before any work. Throws UsageError. */
export const readTargets = async ({ flags }: Invocation) => {
  const named = [flags['format'] ?? []].flat().map(String);
  const output = flags['output'] === undefined ? null : String(flags['output']);
  const formats = parseFormats(named.length > 0 ? named : ['text'], output);
  return Promise.all(formats.map(async ({ format, path }) => ({ format, path, report: await openReporter(format) })));
};

/** Colours: NO_COLOR wins over FORCE_COLOR, which wins over what the stream is. */
export const wantsColor = (env: NodeJS.ProcessEnv, stream: NodeJS.WriteStream): boolean => {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return Boolean(stream.isTTY) && env['TERM'] !== 'dumb';
};

const sourceOf = (session: Session | null) => {
  const held = new Map<string, readonly Line[]>();
  return (path: string): readonly Line[] => {
    const known = held.get(path);
    if (known) return known;
    const file = session?.plan.inspection.files.find((one) => one.path === path);
    const lines = splitLines(file?.text ?? '')
      .map((line, i) => ({ line: i + 1, text: line }))
      .filter(({ line }) => file?.shownLines?.has(line) ?? true);
    held.set(path, lines);
    return lines;
  };
};

/** What a reporter is told besides the report. */
export const openView = async (session: Session | null, call: Invocation, toolVersion: string): Promise<View> => {
  const rules = new Map((session?.input.rules ?? []).map((rule) => [rule.id, rule]));
  return {
    color: wantsColor(call.env, process.stdout),
    width: process.stdout.columns ?? (Number(call.env['COLUMNS']) || 100),
    source: sourceOf(session),
    toolVersion,
    rule: (id) => rules.get(id),
  };
};

const explainer = async ({ input }: Session): Promise<{ explain: (id: string) => string }> => {
  const [bodies, { full }] = await Promise.all([input.bodies(), import('../pass/hydrate.ts')]);
  return {
    explain: (id) => {
      const rule = input.rules.find((one) => one.id === id);
      const body = bodies.get(id);
      return rule && body ? full(rule, body) : '';
    },
  };
};

/** Sends a report to each of its targets. `session` is null where there was nothing to review. Throws UsageError. */
export const emit = async (
  report: Report,
  session: Session | null,
  targets: readonly Target[],
  call: Invocation,
  toolVersion: string,
): Promise<void> => {
  const view = await openView(session, call, toolVersion);
  // A viewer of SARIF has no other place to read the rule.
  const explains = ({ format }: Target): boolean => Boolean(call.flags['explain']) || format === 'sarif';
  const explained = session && targets.some(explains) ? { ...view, ...(await explainer(session)) } : view;
  for (const target of targets) {
    const seen = explains(target) ? explained : view;
    const text = target.report(report, target.path === null ? seen : { ...seen, color: false });
    if (target.path === null) await print(text);
    else await writeReport(target.path, text);
  }
};
