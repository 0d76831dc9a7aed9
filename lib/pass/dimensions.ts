/** The four dimensions of quality, and the qualities that each asks after; a Reviewer looks at one dimension. */
const QUALITIES = {
  structural: ['orthogonality', 'cohesion', 'parsimony'],
  behavioral: ['correctness', 'determinism', 'security'],
  runtime: ['robustness', 'resilience', 'efficiency'],
  operational: ['transparency', 'operability', 'evolvability'],
} as const;

export type Dimension = keyof typeof QUALITIES;

/** In the order in which they are looked at: what is wrong before what is untidy. */
export const DIMENSIONS: readonly Dimension[] = ['behavioral', 'runtime', 'operational', 'structural'];

/** The dimension of a quality; one that nobody knows counts as behavioral, which is looked at first. */
export const dimensionOf = (quality: string): Dimension =>
  DIMENSIONS.find((name) => (QUALITIES[name] as readonly string[]).includes(quality)) ?? 'behavioral';
