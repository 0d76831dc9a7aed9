import { visible, visibleCode } from '../text/visible.ts';
import type { Finding, Report, Severity, View } from '../types.ts';
import { fit, frameOf, openSource, type Row, type Source } from './frame.ts';
import { block, type Page, room, row } from './page.ts';
import type { Paint, Tint } from './paint.ts';
import { wrap } from './width.ts';
import { oneLine, paragraphs, placeOf } from './words.ts';

const tintOf = (severity: Severity, { red, yellow, cyan, bold }: Paint): Tint => {
  const hue = { block: red, warn: yellow, info: cyan }[severity];
  return (text) => bold(hue(text));
};

const originOf = ({ source, verified }: Finding): string =>
  source === 'detector' ? '' : verified ? ' (model, verified)' : ' (model)';

const frameRow = (page: Page, finding: Finding, { number, text, isMarked }: Row, quote: string): string[] => {
  const tint = tintOf(finding.severity, page.paint);
  const { code, carets } = fit(text, isMarked ? quote : '', room(page));
  const label = number === null ? '...' : `${isMarked ? '> ' : ''}${number}`;
  const line = row(page, label, code.trimEnd(), { label: isMarked ? tint : page.paint.dim });
  return carets === '' ? [line] : [line, row(page, '', carets, { text: tint })];
};

const codeOf = (page: Page, finding: Finding, source: Source, isSecret: boolean): string[] => {
  const rows = frameOf(finding, source, isSecret);
  const isOne = rows.filter(({ isMarked }) => isMarked).length === 1;
  return rows.flatMap((one) => frameRow(page, finding, one, isOne ? finding.quote.trim() : ''));
};

const adviceOf = (page: Page, { message, fix = '' }: Finding): string[] => [
  ...paragraphs(message).flatMap((line, i) => block(page, i === 0 ? 'why' : '', line, { label: page.paint.dim })),
  ...paragraphs(fix).flatMap((line, i) => block(page, i === 0 ? 'fix' : '', line, { label: page.paint.green })),
];

/** Text of a rule with its own line breaks and indentation. */
const explanationOf = (page: Page, text: string): string[] =>
  text.split('\n').flatMap((line, i) => {
    const code = visibleCode(line).trimEnd();
    const indent = ' '.repeat(Math.min(code.search(/[^ ]|$/), 16));
    const lines = wrap(code.trimStart(), room(page) - indent.length).map((one) =>
      one === '' ? '' : `${indent}${one}`,
    );
    return lines.map((one, j) => row(page, i + j === 0 ? 'rule' : '', one, { label: page.paint.dim }));
  });

/** True the first time for each key. */
const once = (): ((key: string) => boolean) => {
  const seen = new Set<string>();
  return (key) => seen.size < seen.add(key).size;
};

/**
 * Renders findings with their code, one after the other and a blank line after each. Why and fix are said once where a rule
 * says the same of several places, and so is the full text of a rule.
 */
export const openEntries = (page: Page, report: Report, view: View): ((finding: Finding) => string[]) => {
  const sourceOf = openSource(report, view);
  const isNewAdvice = once();
  const isNewRule = once();
  return (finding) => [
    ...block(page, finding.severity, `${visible(finding.rule)}  ${oneLine(finding.title)}`, {
      label: tintOf(finding.severity, page.paint),
      text: page.paint.bold,
    }),
    ...block(page, '', placeOf(finding) + originOf(finding), { text: page.paint.cyan }),
    ...codeOf(page, finding, sourceOf(finding.path), view.rule(finding.rule)?.redact ?? false),
    ...(isNewAdvice([finding.rule, finding.message, finding.fix].join('\0')) ? adviceOf(page, finding) : []),
    ...(view.explain && isNewRule(finding.rule) ? explanationOf(page, view.explain(finding.rule)) : []),
    '',
  ];
};

/** A finding in one line: for those that come after the ones with code. */
export const entryLine = (page: Page, finding: Finding): string[] =>
  block(page, finding.severity, `${placeOf(finding)} ${visible(finding.rule)}${originOf(finding)}`, {
    label: tintOf(finding.severity, page.paint),
  });
