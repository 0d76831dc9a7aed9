import { ConfigError, messageOf } from '../errors.ts';
import { safeJson } from '../text/visible.ts';
import type { Finding } from '../types.ts';

/** Where the baseline stands in a repository. */
export const BASELINE_FILE = '.lgtm/baseline.json';

/** Bytes of a baseline; some thirty thousand entries. */
export const BASELINE_CAP = 4 * 1024 * 1024;

/** The form of the file. */
const VERSION = 1;

/** A finding that everybody agreed to live with. */
export interface BaselineEntry {
  readonly id: string;
  readonly rule: string;
  readonly path: string;
  readonly reason?: string;
}

const HINT = 'Restore it with git, or write it anew: remove it and run `lgtm baseline`.';

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most;

const KEYS = new Set(['id', 'rule', 'path', 'reason']);

const faultIn = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is no entry';
  const entry = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(entry).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return `has the unknown key "${unknown.slice(0, 40)}"`;
  if (typeof entry['id'] !== 'string' || !/^[0-9a-f]{16}$/.test(entry['id'])) return 'has no id of 16 digits';
  if (!isText(entry['rule'], 200)) return 'names no rule';
  if (!isText(entry['path'], 4096)) return 'names no path';
  return entry['reason'] === undefined || isText(entry['reason'], 500) ? null : 'has a reason that is no short text';
};

const parseJson = (text: string, name: string): Readonly<Record<string, unknown>> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const conflict = /^(?:<{7}|={7}|>{7})/m.test(text) ? ' (it holds conflict markers)' : '';
    throw new ConfigError(`${name} is not JSON${conflict}: ${messageOf(cause).slice(0, 120)}`, HINT, { cause });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ConfigError(`${name} is no baseline`, HINT);
};

/** Reads a baseline. Throws ConfigError where it is too large, of another version, or not one. */
export const parseBaseline = (text: string, name: string = BASELINE_FILE): BaselineEntry[] => {
  if (Buffer.byteLength(text) > BASELINE_CAP)
    throw new ConfigError(`${name} is larger than ${BASELINE_CAP / 1024 / 1024} MiB`, HINT);
  const value = parseJson(text, name);
  if (value['version'] !== VERSION) {
    const version = JSON.stringify(value['version'] ?? null).slice(0, 40);
    throw new ConfigError(
      `${name} is of version ${version}, and this lgtm reads version ${VERSION}`,
      'Update lgtm-hook, or remove the file and run `lgtm baseline`.',
    );
  }
  const list = value['findings'];
  if (!Array.isArray(list)) throw new ConfigError(`${name} has no list of findings`, HINT);
  for (const [i, entry] of list.entries()) {
    const fault = faultIn(entry);
    if (fault !== null) throw new ConfigError(`${name}: entry ${i + 1} ${fault}`, HINT);
  }
  return list as BaselineEntry[];
};

const keyOf = ({ path, rule, id }: BaselineEntry): string => [path, rule, id].join('\0');

/** The text of a baseline: sorted, an entry a line, the same for the same entries. */
export const renderBaseline = (entries: readonly BaselineEntry[]): string => {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const sorted = [...byId.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const lines = sorted.map(({ id, rule, path, reason }) => `    ${safeJson({ id, rule, path, reason })}`);
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "version": ${VERSION},\n  "findings": ${list}\n}\n`;
};

/** Findings as entries. */
export const entriesOf = (findings: readonly Finding[], reason: string | null): BaselineEntry[] =>
  findings.map(({ id, rule, path }) => ({ id, rule, path, ...(reason === null ? {} : { reason }) }));
