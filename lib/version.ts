import { readFileSync } from 'node:fs';
import { PACKAGE_URL } from './root.ts';

/** Version of this package. */
export const version = (): string => {
  const text = readFileSync(new URL('package.json', PACKAGE_URL), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};
