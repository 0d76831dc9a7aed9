import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { testEnvironment } from '../support/repo.ts';
import { lgtm } from '../support/run.ts';

const demo = suite('demo');

demo('shows a commit that is blocked, its fix that passes, and whether a model took part', async () => {
  const home = mkdtempSync(join(tmpdir(), 'lgtm-demo-home-'));
  const ran = await lgtm(['demo'], { cwd: home, env: testEnvironment(home) });
  rmSync(home, { recursive: true });
  assert.is(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /blocked: 3 findings block[\s\S]*→ blocked \(git exits 1\)[\s\S]*→ committed/);
  for (const rule of ['sec/hardcoded-credential', 'sec/sql-concat', 'sec/dynamic-eval'])
    assert.match(ran.stdout, `block │ ${rule}`);
  assert.not.match(ran.stdout, ' warn │');
  assert.match(ran.stdout, /No model took part.*ollama pull \S+/);
});

demo.run();
