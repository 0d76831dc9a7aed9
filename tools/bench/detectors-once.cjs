/**
 * Run by `detectors.ts` in a Node of its own. Loads the program as every command does; then reads the rules, makes every
 * detector ready and runs it over what comes on standard input. Prints the seconds of the one and of the other.
 */
const { readFileSync } = require('node:fs');
const { part } = require('../../dist/start.cjs');

const seconds = () => Number(process.hrtime.bigint()) / 1e9;

const main = async () => {
  const text = readFileSync(0, 'utf8');
  const added = new Set(Array.from({ length: text.split('\n').length - 1 }, (_, i) => i + 1));
  const before = seconds();
  const { builtInRules } = part('lib/specs/library.ts');
  const loaded = seconds();
  const { prepareDetectors, detectFile } = part('lib/pass/detect.ts');
  const detectors = await prepareDetectors(builtInRules().map((rule) => ({ ...rule, inForce: rule.severity })));
  detectFile(detectors, { path: 'src/all.ts', language: 'ts', text, added });
  process.stdout.write(JSON.stringify({ program: loaded - before, detectors: seconds() - loaded }));
};

main();
