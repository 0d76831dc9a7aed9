import type { Ablated } from '../ablation.ts';
import type { RoleSpec } from '../specs/agents.ts';
import type { Mode } from '../specs/mode.ts';
import type { RuleBody } from '../types.ts';

/** What an ablation does to the parts of the pass; without one everything stays as it is. */

const numberIn = (ablated: Ablated, name: string, otherwise: number): number => Number(ablated.get(name) ?? otherwise);

/** Budgets as they are changed. */
export const ablatedMode = (mode: Mode, ablated: Ablated): Mode => {
  if (ablated.size === 0) return mode;
  const { budgets } = mode;
  return {
    ...mode,
    budgets: {
      ...budgets,
      calls: numberIn(ablated, 'calls', budgets.calls),
      rules_per_chunk: numberIn(ablated, 'rules-per-chunk', budgets.rules_per_chunk),
      chunk_lines: numberIn(ablated, 'chunk-lines', budgets.chunk_lines),
      findings_per_answer: numberIn(ablated, 'claims', budgets.findings_per_answer),
      verifications: ablated.has('verification') ? 0 : budgets.verifications,
    },
  };
};

/** Texts of the rules without the examples that are not to be shown. */
export const ablatedBodies = (
  bodies: ReadonlyMap<string, RuleBody>,
  ablated: Ablated,
): ReadonlyMap<string, RuleBody> => {
  if (ablated.has('examples')) return new Map([...bodies].map(([id, body]) => [id, { ...body, examples: [] }]));
  const [rule = '', lines = ''] = ablated.get('withhold')?.split('#') ?? [];
  const body = bodies.get(rule);
  if (!body) return bodies;
  const withheld = new Set(lines.split('+').map(Number));
  return new Map([...bodies, [rule, { ...body, examples: body.examples.filter(({ at }) => !withheld.has(at)) }]]);
};

/** The Reviewer's role with rule and change in the other order. */
export const ablatedRole = (spec: RoleSpec, ablated: Ablated): RoleSpec => {
  if (!ablated.has('order')) return spec;
  const rules = spec.user.filter(({ name }) => name === 'Rules');
  return { ...spec, user: [...rules, ...spec.user.filter((section) => !rules.includes(section))] };
};

/** The lines that a Reviewer is shown, without tags or without their surroundings. */
export const ablatedChange = (text: string, ablated: Ablated): string => {
  const bare = ablated.has('context') ? text.replace(/^\^.*\n/gm, '') : text;
  return ablated.has('tags') ? bare.replace(/^L\d+\+ /gm, '+ ') : bare;
};
