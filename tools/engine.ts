/**
 * Runs the pass against a real inference server with a small real model. Such a model proves the plumbing (schemas, windows,
 * caches, cancelling), not the quality of a review. Where the engine cannot be installed, that is said in one loud line.
 *
 *   npm run test:engine
 */
import { installEngine, Unavailable } from './engine/install.ts';

try {
  await installEngine();
  await import('./engine/checks.ts');
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  process.stdout.write(`ENGINE NOT TESTED: ${error.message}\n`);
}
