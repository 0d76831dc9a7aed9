import type { Finding, Severity, Suppressed } from '../types.ts';
import { explained, oneLine, plain } from './words.ts';

/** Names and shapes of the OASIS standard SARIF 2.1.0; its sections are named where a choice is not obvious. */

export const LEVEL: Readonly<Record<Severity, string>> = { block: 'error', warn: 'warning', info: 'note' };

/** A message object (§3.11) without embedded links, for the text is not lgtm's own. */
export const textOf = (...lines: readonly string[]): { text: string } => ({ text: plain(lines.join('\n\n')) });

/** Relative to the top level, each segment percent-encoded (RFC 3986), so that no name can become a scheme or a query. */
const uriOf = (path: string): string =>
  path
    .split('/')
    .map((segment) => encodeURIComponent(Buffer.from(segment, 'utf8').toString('utf8')))
    .join('/');

export interface Place {
  readonly path: string;
  readonly line?: number;
  readonly endLine?: number;
  readonly quote?: string;
}

const regionOf = ({ line = 0, endLine = 0, quote = '' }: Place): object => {
  if (line < 1) return {};
  const snippet = quote === '' ? {} : { snippet: { text: quote } };
  return { region: { startLine: line, endLine: Math.max(line, endLine), ...snippet } };
};

/** Where something stands; nowhere in particular for an empty path, the file as a whole for a line before the first. */
export const locationsOf = (place: Place): readonly object[] => {
  if (place.path === '') return [];
  return [
    { physicalLocation: { artifactLocation: { uri: uriOf(place.path), uriBaseId: '%SRCROOT%' }, ...regionOf(place) } },
  ];
};

const suppressionOf = ({ by, reason, added }: Suppressed): object => ({
  kind: by === 'waiver' ? 'inSource' : 'external',
  status: 'accepted',
  justification: plain(oneLine(reason)),
  properties: { by, added },
});

/**
 * A finding as a result. Each one has `suppressions`, if only an empty list: all results of a run have it or none has
 * (§3.27.23). The partial fingerprint is the finding's id, which no shift of lines changes.
 */
export const resultOf = (finding: Finding, index: ReadonlyMap<string, number>, suppressed?: Suppressed): object => ({
  ruleId: finding.rule,
  ruleIndex: index.get(finding.rule) ?? -1,
  level: LEVEL[finding.severity],
  message: textOf(...explained(finding)),
  locations: locationsOf(finding),
  partialFingerprints: { 'lgtmFinding/v1': finding.id },
  suppressions: suppressed ? [suppressionOf(suppressed)] : [],
  properties: { source: finding.source, ...(finding.verified === undefined ? {} : { verified: finding.verified }) },
});
