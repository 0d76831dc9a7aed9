import type { Span } from './mask-cursor.ts';
import { lex } from './mask-lexer.ts';

interface Region {
  readonly start: number;
  readonly end: number;
  readonly language: string;
}

const SCRIPT = /<(script|style)\b([^>]{0,400})>/gi;
const SCRIPT_END = /<\/script\b/gi;
const STYLE_END = /<\/style\b/gi;

const scriptLanguage = (tag: string, attributes: string): string => {
  if (tag.toLowerCase() === 'style') return 'none';
  return /\btype\s*=\s*["']?(?!(?:text|application)\/(?:java|type|ecma)script|module)[\w/]/i.test(attributes)
    ? 'none'
    : 'ts';
};

const scriptRegions = (text: string): Region[] => {
  const regions: Region[] = [];
  SCRIPT.lastIndex = 0;
  for (let tag = SCRIPT.exec(text); tag; tag = SCRIPT.exec(text)) {
    const start = tag.index + tag[0].length;
    const closing = tag[1]?.toLowerCase() === 'style' ? STYLE_END : SCRIPT_END;
    closing.lastIndex = start;
    const end = closing.exec(text)?.index ?? text.length;
    regions.push({ start, end, language: scriptLanguage(tag[1] ?? '', tag[2] ?? '') });
    SCRIPT.lastIndex = end;
  }
  return regions;
};

const phpRegions = (text: string): Region[] => {
  const regions: Region[] = [];
  for (let open = text.indexOf('<?'); open !== -1; ) {
    const close = text.indexOf('?>', open);
    const end = close === -1 ? text.length : close;
    regions.push({ start: open, end, language: 'php' });
    open = close === -1 ? -1 : text.indexOf('<?', close);
  }
  return regions.length === 0 ? [{ start: 0, end: text.length, language: 'php' }] : regions;
};

/** Languages whose files hold code between markup; the markup counts as string. */
const EMBEDDING: Readonly<Record<string, (text: string) => Region[]>> = {
  html: scriptRegions,
  vue: scriptRegions,
  php: phpRegions,
};

const shifted = (spans: readonly Span[], by: number): Span[] =>
  spans.map(({ kind, start, end }) => ({ kind, start: start + by, end: end + by }));

/** The comments of a stretch of markup, and what stands between them as string. */
const markup = (text: string, start: number, end: number): Span[] => {
  const comments = shifted(lex(text.slice(start, end), 'xml').spans, start);
  const gap = (from: number | undefined, to: number): Span => ({ kind: 'string', start: from ?? start, end: to });
  const parts = comments.flatMap((comment, i) => [gap(comments[i - 1]?.end, comment.start), comment]);
  return parts.concat(gap(comments.at(-1)?.end, end));
};

const inside = (text: string, { start, end, language }: Region): Span[] =>
  language === 'none' ? [{ kind: 'string', start, end }] : shifted(lex(text.slice(start, end), language).spans, start);

/** Spans of a file that holds code between markup; null for every other language. */
export const embeddedSpans = (text: string, language: string): readonly Span[] | null => {
  const regions = EMBEDDING[language]?.(text);
  if (!regions) return null;
  const spans = regions.flatMap((region, i) => [
    ...markup(text, regions[i - 1]?.end ?? 0, region.start),
    ...inside(text, region),
  ]);
  return spans.concat(markup(text, regions.at(-1)?.end ?? 0, text.length));
};
