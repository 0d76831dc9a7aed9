import type { Evaluation } from './evaluate.ts';
import type { Spread } from './figures-types.ts';
import type { Share } from './wilson.ts';

/** Figures in words, the same on the terminal and on every page. */

const DASH = '–';

export const number = (value: number | null, digits = 2): string => (value === null ? DASH : value.toFixed(digits));

export const percent = (value: number | null): string => (value === null ? DASH : `${(100 * value).toFixed(1)} %`);

/** `0.97 [0.93–0.99] 120/124`: the share, its interval, and what was counted. */
export const shareText = (one: Share): string =>
  one.value === null ? DASH : `${number(one.value)} [${number(one.low)}–${number(one.high)}] ${one.hits}/${one.of}`;

export const spreadText = ({ median, p95 }: Spread): string =>
  median === null ? DASH : `${number(median)} s, p95 ${number(p95)} s`;

export const modelName = ({ model }: Pick<Evaluation, 'model'>): string =>
  model === null ? 'none: detectors alone' : `${model.name} (${model.provider}, ${model.digest.slice(0, 12)})`;

/** A table: names of columns, and rows of as many cells. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note?: string;
}
