import type { ByPath } from '../config/by-path.ts';
import { openByPath } from '../config/by-path.ts';
import { loadConfig } from '../config/load.ts';
import { ConfigError } from '../errors.ts';
import { readTier0 } from '../git/history.ts';
import { pathKey, readMergeSet } from '../git/manifest.ts';
import { domainsOf, drawMap } from '../pass/map.ts';
import { readFiles } from '../pass/staged.ts';
import { tiersOf } from '../pass/tiers.ts';
import { governingDocuments } from '../specs/governing.ts';
import { primaryPolicy } from '../specs/primary.ts';
import { safeJson, visible } from '../text/visible.ts';
import type { StagedFile } from '../types.ts';
import { contextPage } from './context-page.ts';
import { print, say } from './output.ts';
import { type Scope, scopedBy } from './scope.ts';
import type { Run } from './table.ts';

/** What the configuration says of paths; a configuration that cannot be read is named, and the page is shown without it. */
const configured = async ({ repo, env, records, staged = records }: Scope): Promise<ByPath | null> => {
  try {
    return await openByPath((await loadConfig(repo, env, {}, staged, records)).config);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(`lgtm: ${visible(error.message)}; what it says of paths is left out here`);
    return null;
  }
};

/** Text is looked at and let go of, file by file: a change may be larger than memory. */
const readAll = async ({ repo, records, given }: Scope, byPath: ByPath | null) => {
  const mergeSet = await readMergeSet(repo);
  const files: StagedFile[] = [];
  const domains = new Map<string, readonly string[]>();
  const reviewOf = (file: StagedFile): StagedFile['review'] => {
    if (mergeSet && !mergeSet.has(pathKey(file))) return 'same-as-parent';
    return file.review === 'yes' && byPath?.excluded(file.path) ? 'excluded' : file.review;
  };
  for await (const file of given?.files ?? readFiles(repo, records)) {
    domains.set(file.path, [...new Set([...(byPath?.domains(file.path) ?? []), ...domainsOf(file)])]);
    files.push({ ...file, review: reviewOf(file), text: null });
  }
  return { files, domains: (path: string) => domains.get(path) ?? [] };
};

const show = async (scope: Scope, json: boolean): Promise<number> => {
  const { repo, records, nothing } = scope;
  const paths = records.map(({ path }) => path);
  const [tier0, byPath, policies, primary] = await Promise.all([
    readTier0(repo, null),
    configured(scope),
    governingDocuments(repo, paths),
    primaryPolicy(repo),
  ]);
  const { files, domains } = await readAll(scope, byPath);
  const map = { ...drawMap(files, { policies, domains }), primaryPolicy: primary.file };
  const page = (): string => contextPage(tier0, files, map, nothing);
  await print(json ? `${safeJson(tiersOf(tier0, repo.base, files, map))}\n` : page());
  return 0;
};

export const run: Run = async (call) =>
  (await scopedBy(call))(call, (scope) => show(scope, Boolean(call.flags['json'])));
