import type { Mode } from '../specs/mode.ts';
import type { Tier0 } from '../types.ts';

/** The parts of the change that can be handed out, by tier. */
export interface Handout {
  readonly tier0?: Tier0;
  /** Tier 1: the manifest and the Context Map, as text. */
  readonly tier1?: { readonly manifest: string; readonly map: string };
  /** Tier 2: the lines. */
  readonly tier2?: { readonly change: string };
}

/**
 * Placeholders that a role may use: only those of the tiers that the mode grants it. A spec that asks for more fails to
 * compose, so a Reviewer cannot be told what a commit says of itself.
 */
export const packet = (
  mode: Mode,
  role: string,
  handout: Handout,
  own: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> => {
  const granted = mode.roles[role]?.tiers ?? [];
  const { tier0, tier1, tier2 } = handout;
  return new Map([
    ...(granted.includes(0) && tier0 ? tier0Slots(tier0) : []),
    ...(granted.includes(1) && tier1 ? Object.entries({ manifest: tier1.manifest, context_map: tier1.map }) : []),
    ...(granted.includes(2) && tier2 ? Object.entries(tier2) : []),
    ...Object.entries(own),
  ]);
};

const tier0Slots = ({ branch, subjects, message }: Tier0): [string, string][] => [
  ['branch', branch ?? 'detached'],
  ['subjects', subjects.join('\n')],
  ['message', message ?? ''],
];
