import type { StagedFile } from '../../types.ts';
import type { Change, ChangeFound } from './kinds.ts';
import { isSource } from './source-files.ts';

const READS: readonly RegExp[] = [
  /\bprocess\.env\.([A-Z][A-Z0-9_]{2,60})\b/g,
  /\bprocess\.env\[\s*["']([A-Z][A-Z0-9_]{2,60})["']/g,
  /\bimport\.meta\.env\.([A-Z][A-Z0-9_]{2,60})\b/g,
  /\bDeno\.env\.get\(\s*["']([A-Z][A-Z0-9_]{2,60})["']/g,
  /\bos\.(?:environ\.get\(|environ\[|getenv\()\s*["']([A-Z][A-Z0-9_]{2,60})["']/g,
  /\bos\.(?:Getenv|LookupEnv)\(\s*"([A-Z][A-Z0-9_]{2,60})"/g,
  /\benv::var(?:_os)?\(\s*"([A-Z][A-Z0-9_]{2,60})"/g,
  /\bSystem\.getenv\(\s*"([A-Z][A-Z0-9_]{2,60})"/g,
  /\bENV(?:\.fetch\(|\[)\s*["']([A-Z][A-Z0-9_]{2,60})["']/g,
];

/** Set by the system, the shell, git, a runner or a package manager: not this program's to document. */
const SYSTEM =
  /^(?:NODE_ENV|NODE_OPTIONS|HOME|PATH|CI|DEBUG|TZ|TMPDIR|TEMP|TMP|USER|USERNAME|USERPROFILE|LOGNAME|PWD|SHELL|TERM|EDITOR|VISUAL|PAGER|LANG|COLUMNS|LINES|HOSTNAME|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|COLORTERM|TERM_PROGRAM|(?:HTTPS?|ALL|NO)_PROXY|PKG_CONFIG_PATH|LD_LIBRARY_PATH|MSYSTEM|PROGRAM(?:FILES|DATA)|PROCESSOR_ARCHITECTURE|CONDA_PREFIX|VSCMD_VER|VSINSTALLDIR|APPDATA|LOCALAPPDATA|COMSPEC|DEV|PROD|MODE|SSR|BASE_URL|JAVA_HOME|PYTHONPATH|VIRTUAL_ENV|DISPLAY|SYSTEMROOT|WINDIR|(?:CC|CXX|AR|LD|AS|NM)(?:_\w+)?|(?:C|CXX|CPP|LD|MAKE)FLAGS(?:_\w+)?|(?:GIT|GITHUB|GITLAB|CI|XDG|LC|npm|NPM|SSH|GOPATH|GO|CARGO|RUST|VSCODE|AWS_LAMBDA)_?\w*)$/;

/** Where a variable may be documented. */
const DOCUMENTS = [
  'README.md',
  'README',
  'README.rst',
  'CONTRIBUTING.md',
  'docs',
  'doc',
  '.env.example',
  '.env.sample',
  '.env.template',
  'env.example',
];

interface Read {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

const readsIn = (file: StagedFile): Read[] =>
  file.addedLines.flatMap(({ line, text }) =>
    READS.flatMap((pattern) =>
      [...text.slice(0, 2000).matchAll(pattern)].map(([, name = '']) => ({ path: file.path, line, name })),
    ),
  );

/** Finds environment variables that new code reads and that no document of the repository names. */
export const undocumentedEnvVar = async ({ files, extras }: Change): Promise<ChangeFound[]> => {
  const { mentions } = extras;
  if (!mentions) return [];
  const reads = files.filter(isSource).flatMap(readsIn);
  const names = [...new Set(reads.map(({ name }) => name))].filter((name) => !SYSTEM.test(name));
  const unknown: string[] = [];
  for (const name of names) if (!(await mentions(name, DOCUMENTS))) unknown.push(name);
  return unknown.flatMap((name) => {
    const first = reads.find((read) => read.name === name);
    return first ? [{ path: first.path, line: first.line, note: name }] : [];
  });
};
