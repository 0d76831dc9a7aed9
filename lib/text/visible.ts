/**
 * Characters that must never reach a terminal, a log or a report raw: C0 and C1 controls, soft hyphen, joiners and
 * fillers, bidirectional controls, zero-width and tag characters, variation selectors, private use and lone surrogates.
 */
const HIDDEN = [
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f',
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ud800-\\udfff\\ue000-\\uf8ff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb',
  '\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}',
].join('');

const hidden = new RegExp(`[${HIDDEN}]`, 'gu');

const SHORT: Readonly<Record<string, string>> = { '\t': '\\t', '\r': '\\r', '\n': '\\n' };

const name = (char: string): string => {
  const code = char.codePointAt(0) ?? 0;
  return SHORT[char] ?? `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
};

/**
 * The one sanitiser of untrusted text (names, code, model answers, error texts) before a person or a CI runner sees it.
 * Also breaks the runner command form that is recognised anywhere in a line.
 */
export const visible = (text: string): string => text.replace(hidden, name).replaceAll('##[', '## [');

/** As `visible`, but tabs become spaces so that code keeps its shape. */
export const visibleCode = (text: string): string => visible(text.replaceAll('\t', '  '));

/** The beginning of a text, never ending in half of a surrogate pair. */
const cutAt = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** At most `max` characters of visible text, with an ellipsis where it was cut. */
export const excerpt = (text: string, max: number): string => {
  const shown = visible(cutAt(text, max * 2));
  return shown.length > max ? `${cutAt(shown, max - 1)}…` : shown;
};

const escapeUnit = (char: string): string =>
  [...Array(char.length).keys()].map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/** JSON that holds no raw control, bidirectional or invisible character and no runner command, and parses to the same value. */
export const safeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent)
    .replace(hidden, (char) => (char === '\n' ? char : escapeUnit(char)))
    .replaceAll('##[', '##\\u005b');
