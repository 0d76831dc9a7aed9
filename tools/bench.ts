/**
 * What lgtm costs, as ratios measured in one run; ends with 1 where a bar fails.
 *
 *   npm run bench               start-up, growth with the number of files, detectors
 *   npm run bench -- --size     changes at the end of what people stage: seconds and peak memory
 *   npm run bench -- --model    tokens that the model stage sends for real changes
 */
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { size: { type: 'boolean' }, model: { type: 'boolean' } } });

const costs = async (): Promise<boolean> => {
  const [{ benchStart }, { benchGrowth }, { benchDetectors }] = await Promise.all([
    import('./bench/start.ts'),
    import('./bench/growth.ts'),
    import('./bench/detectors.ts'),
  ]);
  return [benchStart(), benchDetectors(), benchGrowth()].every(Boolean);
};

const chosen = async (): Promise<boolean> => {
  if (values.size) return (await import('./bench/size.ts')).benchSize();
  if (values.model) return (await import('./bench/model.ts')).run();
  return costs();
};

process.exitCode = (await chosen()) ? 0 : 1;
