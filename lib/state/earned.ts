import { join } from 'node:path';
import { dataFolder } from './folders.ts';
import { listKept } from './listing.ts';
import { type Kind, keepSealed, recallSealed } from './sealed.ts';

/** What `lgtm eval` found out about a model, rule by rule: the gate lets a model block only where it has earned it. */

/** How one rule did: findings that were right and wrong, and labelled places that were found and missed. */
export interface RuleRecord {
  readonly right: number;
  readonly wrong: number;
  readonly found: number;
  readonly missed: number;
  /** Digest of the rule's text as it was measured; a rule that was changed since is unmeasured. */
  readonly text: string;
}

/** The measurements of one model. */
export interface Measured {
  readonly model: string;
  readonly provider: string;
  readonly digest: string;
  /** When, as an ISO date, and by which version of lgtm. */
  readonly at: string;
  readonly lgtm: string;
  /** How findings were verified while they were measured. */
  readonly verification: string;
  readonly rules: Readonly<{ [id: string]: RuleRecord }>;
}

/** What a measurement entitles a finding of the model to. */
export type Standing = 'block' | 'warn' | 'off' | 'unmeasured';

export interface Earned {
  readonly standing: Standing;
  /** The figure in words: `18 of 19 findings right`; empty where nothing is measured. */
  readonly figure: string;
}

const KIND: Kind = { name: 'measured', version: 1 };

const NAME = /^[0-9a-f]{16,64}\.lgtm$/;

const folderIn = (env: NodeJS.ProcessEnv): string => join(dataFolder(env), 'measured');

/** A digest names the file; whatever else a server may call it is made harmless. */
const pathOf = (env: NodeJS.ProcessEnv, digest: string): string =>
  join(
    folderIn(env),
    `${digest
      .replace(/[^0-9a-f]/g, '')
      .slice(0, 64)
      .padEnd(16, '0')}.lgtm`,
  );

const isMeasured = (value: unknown): value is Measured => {
  const one = value as Partial<Measured> | null | undefined;
  return typeof one?.digest === 'string' && typeof one.rules === 'object' && one.rules !== null;
};

const readAt = (env: NodeJS.ProcessEnv, path: string): Measured | null => {
  const value = recallSealed(dataFolder(env), path, KIND);
  return isMeasured(value) ? value : null;
};

/** The measurements of a model; null where there are none, or the file is torn, foreign or of another version. */
export const readMeasured = (env: NodeJS.ProcessEnv, digest: string): Measured | null => {
  const found = readAt(env, pathOf(env, digest));
  return found?.digest === digest ? found : null;
};

/** The measurements of all models. */
export const listMeasured = (env: NodeJS.ProcessEnv): Measured[] =>
  listKept(folderIn(env), NAME).flatMap(({ path }) => readAt(env, path) ?? []);

/** Keeps what was measured of a model: rules that were measured now take the place of what was known of them. */
export const keepMeasured = (env: NodeJS.ProcessEnv, measured: Measured): boolean => {
  const before = readMeasured(env, measured.digest);
  const rules =
    before?.verification === measured.verification ? { ...before.rules, ...measured.rules } : measured.rules;
  return keepSealed(dataFolder(env), pathOf(env, measured.digest), KIND, { ...measured, rules });
};

/**
 * Bars of design: to block, the lower end of the 95 % interval of precision is at least 0.80, of 16 findings or more (16 of
 * 16 give 0.806); below a precision of 0.65 a rule is off for the model, as industry does with rules that are wrong one
 * time in three. Four findings are the least that switch a rule off.
 */
const BARS = { low: 0.8, findings: 16, off: 0.65, leastOff: 4 } as const;

/** Normal quantile of 95 %, two-sided. */
const Z = 1.959964;

/** Lower end of Wilson's interval for so many right of so many. */
const lowerEnd = (right: number, of: number): number => {
  const p = right / of;
  const spread = Z * Math.sqrt((p * (1 - p)) / of + (Z * Z) / (4 * of * of));
  return (p + (Z * Z) / (2 * of) - spread) / (1 + (Z * Z) / of);
};

/** What the record of a rule entitles to. */
export const standingOf = ({ right, wrong }: Pick<RuleRecord, 'right' | 'wrong'>): Earned => {
  const of = right + wrong;
  if (of === 0) return { standing: 'unmeasured', figure: '' };
  const figure = `${right} of ${of} findings right`;
  if (of >= BARS.findings && lowerEnd(right, of) >= BARS.low) return { standing: 'block', figure };
  if (of >= BARS.leastOff && right / of < BARS.off) return { standing: 'off', figure };
  return { standing: 'warn', figure };
};

const UNMEASURED: Earned = { standing: 'unmeasured', figure: '' };

/** What a model has earned on a rule. `text` is the digest of the rule as it stands, `verification` how it would be verified now. */
export const earned = (measured: Measured | null, rule: string, text: string, verification: string): Earned => {
  const record = measured && Object.hasOwn(measured.rules, rule) ? measured.rules[rule] : undefined;
  if (!record || record.text !== text || measured?.verification !== verification) return UNMEASURED;
  return standingOf(record);
};
