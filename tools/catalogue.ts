/**
 * Writes docs/catalogue.md from the rules; `test/tools/catalogue.test.ts` fails while it is stale.
 *
 *   npm run catalogue
 */
import { writeFileSync } from 'node:fs';
import { readRules } from '../lib/specs/compile.ts';
import { cataloguePage } from './catalogue/page.ts';

const ROOT = new URL('../', import.meta.url);

writeFileSync(new URL('docs/catalogue.md', ROOT), cataloguePage(readRules(new URL('specs/rules/', ROOT))));
