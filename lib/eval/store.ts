import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { dataFolder } from '../state/folders.ts';
import { type Kind, keepSealed, recallSealed } from '../state/sealed.ts';
import type { CaseResult } from './result-types.ts';
import type { Case } from './types.ts';

/** Results of single reviews, one file each, so that a run that was cut off goes on where it stood. */
export interface Store {
  /** The result of a review that was made before under the same circumstances; null where there is none. */
  recall(one: Case, run: number): CaseResult | null;
  /** Results of reviews that broke off are not kept: they are made again. */
  keep(result: CaseResult): void;
}

const RESULT: Kind = { name: 'evaluation', version: 1 };

const digest = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex');
};

const filesDigest = (files: Case['base']): string =>
  digest(...files.flatMap(({ path, mode, content }) => [path, mode, content]));

/** Everything of a case that decides its result. */
const caseDigest = (one: Case): string => {
  const { id, labels, neutral, allowed, only = '', withheld = null } = one;
  return digest(
    id,
    filesDigest(one.base),
    filesDigest(one.staged),
    JSON.stringify({ labels, neutral, allowed, only, withheld }),
  );
};

/** What tells one corpus from another. */
export const corpusDigest = (cases: readonly Case[]): string => digest(...cases.map(caseDigest));

const isResult = (value: unknown): value is CaseResult => {
  const one = value as Partial<CaseResult> | null | undefined;
  return typeof one?.id === 'string' && Array.isArray(one.findings) && Array.isArray(one.labels);
};

/** Opens the results that belong to `circumstances`: model, options, version. Nothing is thrown where the disk fails. */
export const openStore = (env: NodeJS.ProcessEnv, circumstances: object): Store => {
  const root = dataFolder(env);
  const folder = join(root, 'eval', digest(JSON.stringify(circumstances)).slice(0, 32));
  const digests = new Map<string, string>();
  const pathOf = (id: string, run: number): string =>
    join(folder, `${digest(id, digests.get(id) ?? '', String(run)).slice(0, 32)}.json`);
  return {
    recall: (one, run) => {
      digests.set(one.id, caseDigest(one));
      const value = recallSealed(root, pathOf(one.id, run), RESULT);
      return isResult(value) ? value : null;
    },
    keep: (result) => {
      if (result.fault === null) keepSealed(root, pathOf(result.id, result.run), RESULT, result);
    },
  };
};

/** A store that keeps nothing. */
export const NO_STORE: Store = { recall: () => null, keep: () => undefined };
