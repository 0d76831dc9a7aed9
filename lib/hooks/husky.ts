import {
  appendBlock,
  findBlock,
  hasBlock,
  newBlockFile,
  plainBlock,
  prependBlock,
  removeBlock,
  renderBlock,
} from './block.ts';
import { shown } from './paths.ts';
import { callsLgtm, isShell, runsToItsEnd } from './shell.ts';
import type { HookSite, OtherHook, StageSite } from './site.ts';
import type { BlockStep, Step } from './steps.ts';
import { keep, line, missingFolder, stop } from './words.ts';

/** What husky 5 to 8 want at the head of every hook. */
const HEAD = '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\n';

/** What a hook file may have in it before anything of its own stands there. */
export const HEADS: readonly string[] = ['', HEAD];

const blockFor = (site: HookSite, at: StageSite, template: string): string => {
  const { local, scripts, node } = site.package;
  return renderBlock(template, { hook: `${scripts}/${at.stage}`, node: local ? '' : node });
};

const notesFor = (site: HookSite, text: string): string[] => [
  ...(text.includes('\r\n')
    ? [
        'the file has CR LF at its line ends, which sh does not understand: put `.husky/* text eol=lf` into .gitattributes',
      ]
    : []),
  ...(site.package.local
    ? []
    : [
        `the block names this machine's lgtm (${site.package.program}): add lgtm-hook to the dependencies and install again before you share it`,
      ]),
];

type Written = Pick<BlockStep, 'text' | 'block' | 'where'>;

const inNewFile = (site: HookSite, at: StageSite): Written => {
  const block = blockFor(site, at, site.templates.blockEnd);
  return { text: newBlockFile(site.folder.husky === 5 ? HEAD : '', block), block, where: 'new file' };
};

/** At the end where the end is sure to be reached; else at the top, from where the rest is run first. */
const inFile = (site: HookSite, at: StageSite, text: string): Written => {
  const atEnd = text.trim() === '' || (at.stage !== 'pre-push' && runsToItsEnd(text));
  const block = blockFor(site, at, atEnd ? site.templates.blockEnd : site.templates.blockTop);
  return { text: atEnd ? appendBlock(text, block) : prependBlock(text, block), block, where: atEnd ? 'end' : 'top' };
};

const write = (site: HookSite, at: StageSite, before: OtherHook | null, written: Written): BlockStep => ({
  kind: 'block',
  stage: at.stage,
  path: at.path,
  mode: before?.mode ?? (site.folder.husky === 5 ? 0o755 : 0o644),
  notes: notesFor(site, before?.text ?? ''),
  ...written,
});

const renew = (site: HookSite, at: StageSite, hook: OtherHook): Step => {
  const found = findBlock(hook.text);
  const name = shown(at.path, site.root);
  if (found === null)
    return stop(at, `the lines of lgtm in ${name} have lost their end`, [
      'Remove what is left of them by hand, and install again.',
    ]);
  const rest = removeBlock(hook.text, HEADS);
  const written = rest === null ? inNewFile(site, at) : inFile(site, at, rest);
  return plainBlock(found) === written.block
    ? keep(at, `${name} calls lgtm`, { kind: 'shell', text: found, name: at.path })
    : write(site, at, hook, written);
};

const intoOther = (site: HookSite, at: StageSite, hook: OtherHook): Step | null => {
  const name = shown(at.path, site.root);
  if (hook.form === 'file' && hasBlock(hook.text)) return renew(site, at, hook);
  if (callsLgtm(hook.text, site.package.scripts, at.stage)) return keep(at, `${name} calls lgtm`, null);
  // husky 5 to 8 leave it to git to run the file, in whatever language; then it can be chained like any other.
  if (!isShell(hook.text) && site.folder.husky === 5) return null;
  if (hook.form !== 'file' || !isShell(hook.text))
    return stop(at, `${name} is no plain shell script that lgtm could add to`, [
      'Add this line where it is reached last:',
      `  ${line(site, at.stage)}`,
    ]);
  if (site.folder.husky === 5 && !hook.executable)
    return stop(at, `${name} is not executable, so git passes over it`, [
      `Run \`chmod +x ${name}\` and install again.`,
    ]);
  return write(site, at, hook, inFile(site, at, hook.text));
};

/** What to do where husky 5 or later owns the hooks; null where its hook is like any other file. */
export const planBlock = (site: HookSite, at: StageSite): Step | null => {
  if (site.folder.missing) return missingFolder(site, at);
  if (at.unlinked)
    return stop(at, `husky has no file for ${at.stage} in ${shown(site.folder.path, site.root)}`, [
      'Run `npx husky`, and install again.',
    ]);
  if (at.file.kind === 'absent') return write(site, at, null, inNewFile(site, at));
  return at.file.kind === 'other' ? intoOther(site, at, at.file) : null;
};
