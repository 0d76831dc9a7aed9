import { makeRepo, type TestRepo } from '../../test/support/repo.ts';
import { plainLines } from './changes.ts';
import { BIN, bar, row, runWithPeak, say } from './measure.ts';

/** What a change of any size may take before the model stage, on two cores. */
const SECONDS = 10;
const MEBIBYTES = 250;

const MEGA = 1_000_000;

interface Size {
  readonly name: string;
  /** Commits and stages the change. */
  readonly stage: (repo: TestRepo) => void;
}

/** Puts files into the index straight from a stream: writing a hundred thousand into a work tree takes minutes. */
const importFiles = (repo: TestRepo, files: Iterable<readonly [path: string, content: string]>): void => {
  const parts = ['commit refs/heads/next\ncommitter a <a@example.invalid> 0 +0000\ndata 1\nx\n'];
  for (const [path, content] of files)
    parts.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`);
  repo.input(parts.join(''), 'fast-import', '--quiet', '--force');
  repo.git('read-tree', 'refs/heads/next');
};

const path = (folder: string, i: number): string => `${folder}/d${Math.floor(i / 1000)}/f${i}.ts`;

function* manyFiles(count: number, folder: string, lines = 1): Generator<readonly [string, string]> {
  for (let i = 0; i < count; i++) yield [path(folder, i), plainLines(lines, i * lines)];
}

const largeText = (bytes: number): string => {
  const block = plainLines(1000);
  return block.repeat(Math.ceil(bytes / block.length)).slice(0, bytes);
};

const SIZES: readonly Size[] = [
  {
    name: '100,000 new files',
    stage: (repo) => importFiles(repo, manyFiles(100_000, 'src')),
  },
  {
    name: 'a diff of 105 MB in 300 files',
    stage: (repo) => {
      const text = largeText((105 * MEGA) / 300);
      importFiles(
        repo,
        Array.from({ length: 300 }, (_, i) => [path('src', i), `${text}// ${i}\n`] as const),
      );
    },
  },
  {
    name: 'one file of 105 MB',
    stage: (repo) => importFiles(repo, [['src/all.ts', largeText(105 * MEGA)]]),
  },
  {
    name: 'one line of 50 MB',
    stage: (repo) => importFiles(repo, [['src/line.js', `const a = "${'x'.repeat(50 * MEGA)}";\n`]]),
  },
  {
    name: '20,000 renames',
    stage: (repo) => {
      importFiles(repo, manyFiles(20_000, 'old', 6));
      repo.git('update-ref', 'HEAD', 'refs/heads/next');
      importFiles(repo, manyFiles(20_000, 'new', 6));
    },
  },
];

const measure = ({ name, stage }: Size): boolean => {
  const repo = makeRepo();
  try {
    repo.commit({ 'README.md': '# Size\n' });
    stage(repo);
    const { seconds, mebibytes } = runWithPeak({
      name,
      args: [process.execPath, BIN, 'check', '--no-model', '--format', 'json'],
      cwd: repo.root,
      env: repo.env,
      // Whether it holds a finding is not the question here; beyond the caps it is not reviewed, and that is said.
      accept: [0, 1, 3],
    });
    const value = row([`${seconds.toFixed(1)} s`, `${mebibytes.toFixed(0)} MiB`], 0).trim();
    return bar(name, value, seconds <= SECONDS && mebibytes <= MEBIBYTES);
  } finally {
    repo.remove();
  }
};

/** Changes at the end of what people stage: seconds and peak memory before the model stage. */
export const benchSize = (): boolean => {
  say(`Sizes: at most ${SECONDS} s and ${MEBIBYTES} MiB resident, without a model`);
  return SIZES.map(measure).every(Boolean);
};
