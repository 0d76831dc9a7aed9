/**
 * Conservative number of tokens: three characters a token. Measured on real diffs: 3.2 at the lower quartile, 3.5 at the
 * median (docs/model-stage.md). `perToken` can be calibrated from what a model reports.
 */
export const estimateTokens = (text: string, perToken = 3): number => Math.ceil(text.length / perToken);
