/** The public interface: the types of the report, and the pass itself for those who embed it. */
export type { Config } from './config/config.ts';
export { EXIT, LgtmError } from './errors.ts';
export { readManifest } from './git/manifest.ts';
export { openRepo } from './git/repo.ts';
export { closeSession, openSession, type Request, type Session } from './session.ts';
export type * from './types.ts';
