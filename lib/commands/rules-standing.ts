import { UsageError } from '../errors.ts';
import { ruleText } from '../pass/rule-text.ts';
import { type Earned, earned, listMeasured, type Measured } from '../state/earned.ts';
import { safeJson, visible } from '../text/visible.ts';
import type { RuleHeader } from '../types.ts';
import { print } from './output.ts';
import type { Book } from './rules-book.ts';
import type { Invocation } from './table.ts';

/** The measurements of the model of this name, or whose digest begins so; without a name those of the only one. */
const measuredAs = (name: string, env: NodeJS.ProcessEnv): Measured => {
  const all = listMeasured(env);
  const [only] = all.length === 1 && name === '' ? all : [];
  const found =
    only ?? all.find(({ model }) => model === name) ?? all.find(({ digest }) => name !== '' && digest.startsWith(name));
  if (found) return found;
  const known = all.length > 0 ? ` Measured: ${all.map(({ model }) => model).join(', ')}.` : '';
  throw new UsageError(
    name === '' ? 'which model?' : `the model "${name}" was not measured`,
    `\`lgtm eval --model ${name || 'NAME'}\` measures one.${known}`,
  );
};

const NOT_ASKED: Earned & { readonly standing: 'unmeasured' } = { standing: 'unmeasured', figure: 'needs no model' };

/** What a model may do on a rule, and the figure behind it. */
const standingIn = (measured: Measured, rule: RuleHeader, { bodies, verification }: Book): Earned => {
  const body = bodies().get(rule.id);
  if (rule.class === 'D' || !body) return NOT_ASKED;
  return earned(measured, rule.id, ruleText(rule, body), verification);
};

type Shown = readonly { readonly rule: RuleHeader; readonly inForce: string }[];

/** `lgtm rules list --model NAME`: what this model may do on each rule that asks one. Throws UsageError where it was not measured. */
export const listStandings = async (call: Invocation, book: Book, shown: Shown, name: string): Promise<number> => {
  const measured = measuredAs(name, call.env);
  const rows = shown
    .filter(({ rule }) => rule.class !== 'D')
    .map(({ rule, inForce }) => ({ id: rule.id, inForce, ...standingIn(measured, rule, book) }));
  if (call.flags['json']) {
    const { model, digest, at } = measured;
    await print(`${safeJson({ model, digest, at, rules: rows })}\n`);
    return 0;
  }
  const width = Math.max(0, ...rows.map(({ id }) => visible(id).length));
  for (const { id, inForce, standing, figure } of rows)
    await print(
      `${inForce.padEnd(5)}  ${visible(id).padEnd(width)}  ${standing.padEnd(10)}  ${figure}`.trimEnd().concat('\n'),
    );
  await print(
    `\n${visible(measured.model)}, measured ${measured.at.slice(0, 10)}. block: may block where the rule does; warn: only warns; off: not asked;\nunmeasured: blocks only what it confirms when asked again.\n`,
  );
  return 0;
};
