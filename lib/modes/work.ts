import type { Sitting } from '../inquiry.ts';
import { ModelFault } from '../models/errors.ts';
import type { Pair } from '../pass/counsel.ts';
import type { Dimension } from '../pass/dimensions.ts';
import type { Plan } from '../planning.ts';
import { end } from '../round.ts';
import type { Ruled } from '../rulings.ts';
import { type Failure, failureText } from '../runtime/failures.ts';
import type { ContextMap, SelectedRule } from '../types.ts';
import type { Weighed } from '../weighing.ts';
import type { AuditItem, Chart, Synthesis } from './answers.ts';
import type { Desk } from './desk.ts';

/** Where a plan or a selection comes from. */
export type Origin = 'model' | 'rules';

export interface AuditPlan {
  readonly by: Origin;
  readonly items: readonly (AuditItem & { readonly dimension: Dimension })[];
}

/** What one Reviewer was given, and what came of it. */
export interface Examined {
  readonly dimension: Dimension;
  readonly rules: readonly string[];
  readonly questions: number;
  readonly proved: number;
}

/** What a full review puts on the table beside its findings; as far as it came, also without a model. */
export interface Table {
  map: ContextMap;
  chart: Chart | null;
  added: readonly SelectedRule[];
  plan: AuditPlan;
  examined: Examined[];
  ruled: readonly Ruled[];
  synthesis: Synthesis | null;
  driver: string;
  readonly failures: Failure[];
  readonly notes: string[];
}

/** A full review while it is under way: each stage takes what is there and adds its own. */
export interface Work {
  readonly planned: Plan;
  readonly sitting: Sitting;
  readonly desk: Desk;
  readonly table: Table;
  readonly msEach: number | null;
  pairs: readonly Pair[];
  /** Steps that were taken, so that none is taken twice whoever asks for it. */
  readonly done: Set<string>;
  weighed: Weighed | null;
}

/** Where the failures of any mode are noted. */
export interface Noting {
  readonly table: Pick<Table, 'failures' | 'notes'>;
  readonly sitting: Pick<Sitting, 'round'>;
}

/** A request that the server will not take says nothing about the next; anything else of this kind does. */
const endsAll = ({ kind, error }: Failure): boolean =>
  kind === 'limit' || (kind === 'model' && !(error instanceof ModelFault && error.kind === 'refused'));

/** Notes that a role came to nothing. Where the server failed or the limits are reached, nothing more is asked. */
export const noteFailure = ({ table, sitting }: Noting, failure: Failure, instead: string): void => {
  table.failures.push(failure);
  table.notes.push(`${failureText(failure)}; ${instead}`);
  if (failure.error && endsAll(failure)) end(sitting.round, failure.error);
};
