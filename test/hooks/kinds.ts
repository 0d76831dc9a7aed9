import { copyFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookRepo } from './support.ts';

/** One kind of thing that may stand where the hook goes. */
export interface Kind {
  readonly title: string;
  readonly make: (repo: HookRepo) => void;
  /** What a commit does afterwards: the lines that the other hook writes, its exit code, and whether lgtm is reached. */
  readonly marks: readonly string[];
  readonly refused?: boolean;
  /** Where the other hook stands afterwards. */
  readonly aside?: string;
}

export const HOOK = '.git/hooks/pre-commit';
/** A line that leaves a mark. */
export const MARK = 'echo other >> "$MARKS"\n';
/** Where the other hook goes as a rule. */
export const BESIDE = `${HOOK}.lgtm-previous`;
const APART = '.git/hooks.lgtm-pre-commit/pre-commit';

/** Every kind of thing that was seen in the place of a hook. */
export const KINDS: readonly Kind[] = [
  { title: 'nothing', make: () => undefined, marks: [] },
  { title: 'no hooks folder', make: (repo) => rmSync(join(repo.root, '.git/hooks'), { recursive: true }), marks: [] },
  { title: 'a shell hook', make: (repo) => repo.hook(HOOK, `#!/bin/sh\n${MARK}`), marks: ['other'], aside: BESIDE },
  {
    title: 'a hook that fails',
    make: (repo) => repo.hook(HOOK, `#!/bin/sh\n${MARK}exit 3\n`),
    marks: ['other'],
    refused: true,
    aside: BESIDE,
  },
  {
    title: 'a hook that ends with exec',
    make: (repo) => repo.hook(HOOK, `#!/bin/sh\n${MARK}exec true`),
    marks: ['other'],
    aside: BESIDE,
  },
  {
    title: 'a hook that ends with exit 0',
    make: (repo) => repo.hook(HOOK, `#!/bin/sh\n${MARK}exit 0\n`),
    marks: ['other'],
    aside: BESIDE,
  },
  {
    title: 'a hook with permissions of its own',
    make: (repo) => repo.hook(HOOK, `#!/bin/sh\n${MARK}`, 0o700),
    marks: ['other'],
    aside: BESIDE,
  },
  {
    title: 'a hook in another language that is not UTF-8',
    make: (repo) =>
      repo.hook(
        HOOK,
        Buffer.from(
          `#!/usr/bin/env node\n// caf\xe9\nrequire('fs').appendFileSync(process.env.MARKS, 'other\\n');\n`,
          'latin1',
        ),
      ),
    marks: ['other'],
    aside: BESIDE,
  },
  {
    title: 'a hook without an interpreter line',
    make: (repo) => repo.hook(HOOK, MARK),
    marks: ['other'],
    aside: BESIDE,
  },
  { title: 'an empty hook', make: (repo) => repo.hook(HOOK, ''), marks: [], aside: BESIDE },
  {
    title: 'a hook that is not executable',
    make: (repo) => repo.hook(HOOK, `#!/bin/sh\n${MARK}exit 1\n`, 0o644),
    marks: [],
    aside: BESIDE,
  },
  {
    title: 'a hook with CR LF',
    make: (repo) => repo.hook(HOOK, `#!/bin/sh\r\n${MARK}`),
    marks: [],
    refused: true,
    aside: BESIDE,
  },
  {
    title: 'a hook whose interpreter is missing',
    make: (repo) => repo.hook(HOOK, '#!/nowhere/node\n'),
    marks: [],
    refused: true,
    aside: BESIDE,
  },
  {
    title: 'a program',
    make: (repo) => {
      copyFileSync('/bin/true', join(repo.root, HOOK));
      repo.chmod(HOOK, 0o755);
    },
    marks: [],
    aside: APART,
  },
  {
    title: 'a hook that finds its neighbours by its folder',
    make: (repo) => {
      repo.hook('.git/hooks/common.sh', MARK);
      repo.hook(HOOK, '#!/bin/sh\n. "$(dirname "$0")/common.sh"\n');
    },
    marks: ['other'],
    aside: BESIDE,
  },
  {
    title: 'a hook that looks at its name',
    make: (repo) => {
      repo.hook('.git/hooks/pre-commit.d/one', `#!/bin/sh\n${MARK}`);
      repo.hook(
        HOOK,
        '#!/bin/sh\necho "$(basename "$0")" >> "$MARKS"\nfor part in "$0".d/*; do "$part" || exit $?; done\n',
      );
    },
    marks: ['pre-commit', 'other'],
    aside: APART,
  },
  {
    title: 'a link into the work tree',
    make: (repo) => {
      repo.hook('scripts/check.sh', `#!/bin/sh\n${MARK}`);
      repo.commit({});
      repo.link(HOOK, '../../scripts/check.sh');
    },
    marks: ['other'],
    aside: BESIDE,
  },
  {
    title: 'a link to a hook that looks at its name',
    make: (repo) => {
      repo.hook('scripts/all', `#!/bin/sh\necho "\${0##*/}" >> "$MARKS"\n`);
      repo.commit({});
      repo.link(HOOK, '../../scripts/all');
    },
    marks: ['pre-commit'],
    aside: APART,
  },
  {
    title: 'an absolute link',
    make: (repo) => {
      writeFileSync(join(repo.home, 'h'), `#!/bin/sh\n${MARK}`, { mode: 0o755 });
      repo.link(HOOK, join(repo.home, 'h'));
    },
    marks: ['other'],
    aside: BESIDE,
  },
  { title: 'a link to nowhere', make: (repo) => repo.link(HOOK, 'nowhere'), marks: [], aside: BESIDE },
  { title: 'a link to itself', make: (repo) => repo.link(HOOK, 'pre-commit'), marks: [], aside: BESIDE },
  {
    title: 'a hook in a folder that core.hooksPath names',
    make: (repo) => {
      repo.hook('hooks here/pre-commit', `#!/bin/sh\n${MARK}`);
      repo.git('config', 'core.hooksPath', 'hooks here');
    },
    marks: ['other'],
    aside: 'hooks here/pre-commit.lgtm-previous',
  },
  {
    title: 'a hook in a folder that core.hooksPath names for this work tree alone',
    make: (repo) => {
      repo.hook('.wt/pre-commit', `#!/bin/sh\n${MARK}`);
      repo.git('config', 'extensions.worktreeConfig', 'true');
      repo.git('config', '--worktree', 'core.hooksPath', '.wt');
    },
    marks: ['other'],
    aside: '.wt/pre-commit.lgtm-previous',
  },
  {
    title: 'a hooks folder that is a link',
    make: (repo) => {
      rmSync(join(repo.root, '.git/hooks'), { recursive: true });
      repo.hook('shared/hooks/pre-commit', `#!/bin/sh\necho "\${0##*/}" >> "$MARKS"\n`);
      symlinkSync('../shared/hooks', join(repo.root, '.git/hooks'));
    },
    marks: ['pre-commit'],
    aside: 'shared/hooks.lgtm-pre-commit/pre-commit',
  },
];
