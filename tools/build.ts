/**
 * Builds what is published: declarations, the compiled rules, the program in two halves, and the module that offers its
 * public interface.
 *
 *   npm run build
 *
 * Two files, because Node needs half a millisecond to find, read and link each of two hundred; CommonJS, because that is what
 * V8's compiled form can be kept of (docs/decisions.md).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import * as api from '../lib/index.ts';
import { compileSpecs } from '../lib/specs/compile.ts';
import { inAscii } from '../lib/text/escaped.ts';
import { closureOf } from './build/closure.ts';
import { halfOf, tableOf } from './build/halves.ts';

const ROOT = join(import.meta.dirname, '..');
const dist = (name: string): string => join(ROOT, 'dist', name);

/** What runs where nothing is staged; what these files are loaded with comes along. */
const HOT = [
  'cli',
  'parts',
  'start',
  'version',
  'commands/check',
  'commands/hook',
  'commands/progress',
  'git/ancestors',
];

/** What the launcher asks the other half for, and what is asked of it from outside: the interface, and what the bench times. */
const asked = new Set(['lib/index.ts', 'lib/pass/detect.ts', 'lib/specs/library.ts']);

/** A CommonJS module has no URL of its own. */
const OWN_URL = "const OWN_URL = require('node:url').pathToFileURL(__filename).href;";

const COMMON: BuildOptions = {
  absWorkingDir: ROOT,
  ...{ bundle: true, write: false, format: 'cjs', platform: 'node', target: 'node20.19', packages: 'external' },
  define: { 'import.meta.url': 'OWN_URL' },
  logLevel: 'warning',
};

const bundle = async (contents: string, options: BuildOptions): Promise<string> => {
  const stdin = { contents, resolveDir: ROOT, sourcefile: 'entry.js' };
  const { outputFiles } = await build({ ...COMMON, ...options, stdin });
  return outputFiles?.[0]?.text ?? '';
};

const ENTRY = `export { main } from './lib/cli.ts';
export { part } from './lib/parts.ts';
export { start } from './lib/start.ts';`;

const launcher = (core: ReadonlySet<string>, digest: string): Promise<string> =>
  bundle(`Object.assign(CORE, {\n${tableOf(core)}\n});\n${ENTRY}`, {
    banner: { js: `${OWN_URL}\nconst CORE = {};` },
    define: { ...COMMON.define, PROGRAM_DIGEST: JSON.stringify(digest) },
    plugins: [
      halfOf(ROOT, {
        own: (name) => core.has(name),
        other: (name) => `module.exports = require('./lib/parts.ts').part(${JSON.stringify(name)});`,
        asked: (name) => asked.add(name),
      }),
    ],
  });

/** Node's own `import()` is handed in: a script that is evaluated from its text has none without a warning. */
const withImport = (text: string): string => text.replace(/(?<![\w.$])import\((?=")/g, 'OWN_IMPORT(');

const rest = async (core: ReadonlySet<string>): Promise<string> => {
  const text = await bundle(`module.exports = {\n${tableOf(asked)}\n};`, {
    banner: { js: OWN_URL },
    plugins: [
      halfOf(ROOT, {
        own: (name) => !core.has(name),
        other: (name) => `module.exports = CORE[${JSON.stringify(name)}]();`,
        asked: () => undefined,
      }),
    ],
  });
  // esbuild leaves patterns and tagged templates as they are; an escape means the same in both.
  return inAscii(withImport(text));
};

const halves = async (): Promise<void> => {
  const core = closureOf(
    ROOT,
    HOT.map((name) => `lib/${name}.ts`),
  );
  // Once to learn what the launcher asks for, and once with the digest of what it then gets.
  await launcher(core, '');
  const program = await rest(core);
  const digest = createHash('sha256').update(program).digest('hex');
  writeFileSync(dist('lgtm.cjs'), program);
  writeFileSync(dist('start.cjs'), await launcher(core, digest));
};

const index = (): void => {
  const names = Object.keys(api).sort().join(', ');
  writeFileSync(
    dist('index.js'),
    `import { part } from './start.cjs';\n\nexport const { ${names} } = part('lib/index.ts');\n`,
  );
};

rmSync(dist(''), { recursive: true, force: true });
const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
compileSpecs();
await halves();
index();
