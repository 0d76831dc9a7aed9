import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An environment whose state and cache folders are empty and go away again. */
export const withFolders = (work: (env: NodeJS.ProcessEnv, base: string) => void): void => {
  const base = mkdtempSync(join(tmpdir(), 'lgtm-state-'));
  try {
    work({ HOME: base, XDG_CACHE_HOME: join(base, 'cache'), XDG_STATE_HOME: join(base, 'state') }, base);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
};
