import { full } from '../pass/hydrate.ts';
import { safeJson, visible } from '../text/visible.ts';
import type { RuleBody, RuleHeader } from '../types.ts';
import { print } from './output.ts';
import { noSuchRule, openBook } from './rules-book.ts';
import { HOW } from './rules-list.ts';
import type { Invocation } from './table.ts';

const scopeOf = (rule: RuleHeader, inForce: string): string =>
  [
    `severity ${rule.severity}${inForce === rule.severity ? '' : ` (${inForce} as configured)`}`,
    HOW[rule.class],
    rule.quality,
    ...(rule.languages.length > 0 ? [rule.languages.join(', ')] : []),
    ...(rule.domains.length > 0 ? [`domains ${rule.domains.join(', ')}`] : []),
    ...(rule.paths.length > 0 ? [`paths ${rule.paths.map(visible).join(', ')}`] : []),
    ...(rule.origin === 'local' ? [visible(rule.file)] : []),
  ].join('; ');

const page = (rule: RuleHeader, body: RuleBody, inForce: string): string => {
  const text = full(rule, body).split('\n').map(visible).join('\n');
  const id = visible(rule.id);
  return [
    text,
    '',
    `(${scopeOf(rule, inForce)})`,
    `Called for: ${visible(rule.when)}`,
    `Waive one place: lgtm-ignore ${id}: reason. Turn it off: rules: { ${id}: off } in lgtm.config.yaml.`,
    '',
  ].join('\n');
};

/** `lgtm rules show ID`: one rule in full. Throws UsageError. */
export const show = async (call: Invocation, id: string): Promise<number> => {
  const { rules, bodies, byPath } = await openBook(call);
  const rule = rules.find((one) => one.id === id);
  const body = bodies().get(id);
  if (!rule || !body) throw await noSuchRule(id, rules);
  const inForce = byPath.anywhere(rule);
  await print(call.flags['json'] ? `${safeJson({ ...rule, inForce, body })}\n` : page(rule, body, inForce));
  return 0;
};
