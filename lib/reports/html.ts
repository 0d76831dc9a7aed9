import { visible, visibleCode } from '../text/visible.ts';

/** HTML that was made here; everything else is text and is escaped. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

type Part = string | number | Html | readonly Html[];

const partOf = (part: Part): string => {
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escaped(visible(part));
  return 'html' in part ? part.html : part.map(({ html }) => html).join('');
};

/** A template whose values are escaped, hidden characters spelled out; only what was made by it goes in as it is. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((text, i) => text + (i < parts.length ? partOf(parts[i] ?? '') : '')).join(''),
});

/** Code, with its indentation. */
export const code = (text: string): Html => ({ html: escaped(visibleCode(text)) });

export const NOTHING: Html = { html: '' };
