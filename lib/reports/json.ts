import { safeJson } from '../text/visible.ts';
import type { Reporter } from '../types.ts';
import { pickReport } from './pick.ts';

/** The contract of `--format json` (specs/schema/report.schema.json): one line, valid on every outcome. */
export const report: Reporter = (report) => `${safeJson(pickReport(report))}\n`;
