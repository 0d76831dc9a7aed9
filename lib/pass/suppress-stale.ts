import type { Hit, RuleHeader, StagedFile } from '../types.ts';
import { covers, type Waiver, type Waivers } from './waivers.ts';

/** A rule that a waiver names although it finds nothing there. */
export interface StaleWaiver {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
}

export interface Evidence {
  readonly files: readonly StagedFile[];
  readonly hits: readonly Hit[];
  readonly active: readonly RuleHeader[];
}

/** Whether the code that a waiver speaks for is part of the change, so that a rule would have found something there. */
const isInChange = ({ target }: Waiver, file: StagedFile, added: ReadonlySet<number>): boolean =>
  target === null ? file.status === 'A' && added.size > 0 : added.has(target);

const hitsByPath = (hits: readonly Hit[]): ReadonlyMap<string, readonly Hit[]> => {
  const found = new Map<string, Hit[]>();
  for (const hit of hits) {
    const list = found.get(hit.path);
    if (list) list.push(hit);
    else found.set(hit.path, [hit]);
  }
  return found;
};

/**
 * Waivers that waive nothing although their code was in the change. Only rules with a detector can be judged: a model that
 * was not asked, or declined, says nothing about tomorrow.
 */
export const staleWaivers = (waivers: Waivers, { files, hits, active }: Evidence): StaleWaiver[] => {
  const judged = new Set(active.filter((rule) => rule.class !== 'M').map(({ id }) => id));
  const found = hitsByPath(hits);
  return files.flatMap((file) => {
    const added = new Set(file.addedLines.map(({ line }) => line));
    const inChange = (waivers.get(file.path) ?? []).filter((one) => one.isClear && isInChange(one, file, added));
    return inChange.flatMap((one) =>
      one.rules
        .filter((id) => judged.has(id))
        .filter((id) => !found.get(file.path)?.some((hit) => hit.rule === id && covers(one, hit)))
        .map((rule) => ({ path: file.path, line: one.line, rule })),
    );
  });
};
