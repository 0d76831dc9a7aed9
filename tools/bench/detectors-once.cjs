/**
 * Run by `detectors.ts` in a Node of its own. Loads the program as a commit does, so that loading is paid, runs every detector
 * over what comes on standard input, and prints the seconds.
 */
const start = process.hrtime.bigint();
const { readFileSync } = require('node:fs');
const { part } = require('../../dist/start.cjs');

const main = async () => {
  const { prepareDetectors, detectFile } = part('lib/pass/detect.ts');
  const { builtInRules } = part('lib/specs/library.ts');
  const text = readFileSync(0, 'utf8');
  const added = new Set(Array.from({ length: text.split('\n').length - 1 }, (_, i) => i + 1));
  const detectors = await prepareDetectors(builtInRules().map((rule) => ({ ...rule, inForce: rule.severity })));
  detectFile(detectors, { path: 'src/all.ts', language: 'ts', text, added });
  process.stdout.write(String(Number(process.hrtime.bigint() - start) / 1e9));
};

main();
