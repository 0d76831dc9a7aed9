/** A share with what is known of it: so many of so many, and the interval that holds it 95 times of 100. */
export interface Share {
  readonly hits: number;
  readonly of: number;
  /** Null where nothing was counted. */
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
}

/** Normal quantile of 95 %, two-sided. */
const Z = 1.959964;

/** Wilson's score interval (1927), which holds for few observations and for shares near 0 and 1. */
export const share = (hits: number, of: number): Share => {
  if (of === 0) return { hits, of, value: null, low: 0, high: 1 };
  const value = hits / of;
  const middle = value + (Z * Z) / (2 * of);
  const spread = Z * Math.sqrt((value * (1 - value)) / of + (Z * Z) / (4 * of * of));
  const scale = 1 + (Z * Z) / of;
  return { hits, of, value, low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) };
};

/** F-measure of precision and recall; below 1, `beta` weighs precision more. Null where there is nothing to measure. */
export const fMeasure = ({ value: precision }: Share, { value: recall }: Share, beta: number): number | null => {
  if (precision === null && recall === null) return null;
  const [p, r, b] = [precision ?? 0, recall ?? 0, beta * beta];
  return p + r === 0 ? 0 : ((1 + b) * p * r) / (b * p + r);
};

/** The value below which a share of the numbers lies; null where there are none. */
export const quantile = (numbers: readonly number[], q: number): number | null => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? null;
};
