import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openRepo } from '../../lib/git/repo.ts';
import { governingDocuments } from '../../lib/specs/governing.ts';
import { primaryPolicy } from '../../lib/specs/primary.ts';
import { makeRepo, type TestRepo } from '../support/repo.ts';

const governing = suite<{ repo: TestRepo }>('governing documents');

governing.before.each((context) => {
  context.repo = makeRepo();
});
governing.after.each(({ repo }) => repo.remove());

const found = async (repo: TestRepo, ...changed: string[]): Promise<string[]> =>
  governingDocuments(await openRepo(repo.root, repo.env), changed);

governing('they are known by name, policies first, wherever projects put them', async ({ repo }) => {
  repo.commit({
    'AGENTS.md': '',
    'CLAUDE.md': '',
    'CONTRIBUTING.rst': '',
    'docs/SECURITY.md': '',
    '.github/CODEOWNERS': '',
    '.github/copilot-instructions.md': '',
    '.lgtm/policies/b.md': '',
    '.lgtm/policies/README.md': '',
    '.lgtm/policies/notes.txt': '',
    'README.md': '',
    'docs/other.md': '',
  });
  assert.equal(await found(repo), [
    '.lgtm/policies/README.md',
    '.lgtm/policies/b.md',
    '.github/CODEOWNERS',
    '.github/copilot-instructions.md',
    'AGENTS.md',
    'CLAUDE.md',
    'CONTRIBUTING.rst',
    'docs/SECURITY.md',
  ]);
});

governing('those of the folders that the change is in count, others do not', async ({ repo }) => {
  repo.commit({ 'packages/a/AGENTS.md': '', 'packages/b/AGENTS.md': '', 'packages/CLAUDE.md': '' });
  assert.equal(await found(repo, 'packages/a/src/x.ts'), ['packages/CLAUDE.md', 'packages/a/AGENTS.md']);
  assert.equal(await found(repo), []);
});

governing('links are followed two notes deep, within the repository, and to plain files alone', async ({ repo }) => {
  repo.commit({
    'AGENTS.md': '[one](docs/one.md) [link](link.md) [out](../outside.md) [folder](docs.md)',
    'docs/one.md': '[two](two.md)',
    'docs/two.md': '[three](three.md) [back](../AGENTS.md)',
    'docs/three.md': '',
    'docs.md/inner.md': '',
  });
  repo.link('link.md', '/etc/passwd');
  repo.git('add', '-A');
  repo.git('commit', '-q', '--no-verify', '-m', 'link');
  assert.equal(await found(repo), ['AGENTS.md', 'docs/one.md', 'docs/two.md']);
});

governing('the work tree and what is staged are not looked at', async ({ repo }) => {
  assert.equal(await found(repo), []);
  repo.commit({ 'a.md': '' });
  repo.stage({ 'AGENTS.md': '' });
  assert.equal(await found(repo), []);
});

governing('the policy that leads to the others is that of HEAD, else the one of last resort', async ({ repo }) => {
  const primary = async () => primaryPolicy(await openRepo(repo.root, repo.env));
  assert.is((await primary()).file, 'specs/policies/default.md');
  repo.stage({ '.lgtm/policies/README.md': '# House rules\n' });
  assert.is((await primary()).file, 'specs/policies/default.md');
  repo.git('commit', '-q', '--no-verify', '-m', 'policies');
  assert.equal(await primary(), { file: '.lgtm/policies/README.md', text: '# House rules\n' });
  repo.git('rm', '-q', '.lgtm/policies/README.md');
  repo.link('.lgtm/policies/README.md', '/etc/passwd');
  repo.git('add', '-A');
  repo.git('commit', '-q', '--no-verify', '-m', 'link');
  assert.match((await primary()).text, '## Requirements');
});

governing.run();
