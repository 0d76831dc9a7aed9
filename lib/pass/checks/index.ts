import type { RuleHeader } from '../../types.ts';
import type { ChangeCheck, FileCheck } from './kinds.ts';

/** Checks over one file, by the name that rules use. To add one: a file in this folder and a line here. */
export const FILE_CHECKS: Readonly<Record<string, () => Promise<FileCheck>>> = {
  'commented-out-code': async () => (await import('./commented-out-code.ts')).commentedOutCode,
  'conflict-marker': async () => (await import('./conflict-marker.ts')).conflictMarker,
  'floating-promise': async () => (await import('./floating-promise.ts')).floatingPromise,
  'invisible-unicode': async () => (await import('./invisible-unicode.ts')).invisibleUnicode,
  'lost-data': async () => (await import('./lost-data.ts')).lostData,
  'module-mutable-state': async () => (await import('./module-mutable-state.ts')).moduleMutableState,
  'off-by-one': async () => (await import('./off-by-one.ts')).offByOne,
  'quiet-default': async () => (await import('./quiet-default.ts')).quietDefault,
  'spread-accumulate': async () => (await import('./spread-accumulate.ts')).spreadAccumulate,
  'unbounded-dependency': async () => (await import('./unbounded-dependency.ts')).unboundedDependency,
  'unpinned-image': async () => (await import('./unpinned-image.ts')).unpinnedImage,
  'swallowed-error': async () => (await import('./swallowed-error.ts')).swallowedError,
};

/** Checks over the whole change. To add one: a file in this folder and a line here. */
export const CHANGE_CHECKS: Readonly<Record<string, () => Promise<ChangeCheck>>> = {
  'code-without-test': async () => (await import('./code-without-test.ts')).codeWithoutTest,
  'commit-subject': async () => (await import('./commit-subject.ts')).commitSubject,
  'export-removed': async () => (await import('./export-removed.ts')).exportRemoved,
  'generated-artifact': async () => (await import('./generated-artifact.ts')).generatedArtifact,
  'large-blob': async () => (await import('./large-blob.ts')).largeBlob,
  'lockfile-drift': async () => (await import('./lockfile-drift.ts')).lockfileDrift,
  'mixed-reformat': async () => (await import('./mixed-reformat.ts')).mixedReformat,
  'mode-surprise': async () => (await import('./mode-surprise.ts')).modeSurprise,
  'oversized-change': async () => (await import('./oversized-change.ts')).oversizedChange,
  'secret-file': async () => (await import('./secret-file.ts')).secretFile,
  'undocumented-env-var': async () => (await import('./undocumented-env-var.ts')).undocumentedEnvVar,
};

const isChangeCheck = (name: string): boolean => Object.hasOwn(CHANGE_CHECKS, name);

/** Whether a rule looks at the change as a whole, rather than at one file after the other. */
export const looksAtChange = ({ detect }: Pick<RuleHeader, 'detect'>): boolean =>
  detect.some((one) => 'check' in one && isChangeCheck(one.check));

/** Whether a rule may name this check. */
export const isCheck = (name: string): boolean => Object.hasOwn(FILE_CHECKS, name) || isChangeCheck(name);
