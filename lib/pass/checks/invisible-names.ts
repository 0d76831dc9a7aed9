/**
 * Characters that take part in a text without being seen: bidirectional controls (CVE-2021-42574), zero-width characters,
 * fillers, variation selectors and tag characters (Unicode 16, DerivedCoreProperties, Default_Ignorable_Code_Point).
 */
const HIDDEN = [
  '\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f',
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}',
].join('');

const ANY = new RegExp(`[${HIDDEN}]`, 'u');

/** Whether a text holds one of them; most hold no character beyond Latin at all. */
export const hidesCharacters = (text: string): boolean => /[^\0-\u02ff]/.test(text) && ANY.test(text);

/** A new expression each time, since a global one remembers where it stopped. */
export const hiddenCharacters = (): RegExp => new RegExp(ANY.source, 'gu');

/** Flags of regions (England, Texas): the one place where tag characters belong. */
export const TAGGED_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,16}\u{e007f}/gu;

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x061c, 'Arabic letter mark'],
  [0x115f, 'Hangul choseong filler'],
  [0x1160, 'Hangul jungseong filler'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'pop directional formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'pop directional isolate'],
  [0x3164, 'Hangul filler'],
  [0xfeff, 'zero width no-break space'],
  [0xffa0, 'halfwidth Hangul filler'],
]);

const RANGES: readonly (readonly [number, number, string])[] = [
  [0xfe00, 0xfe0f, 'variation selector'],
  [0xe0001, 0xe007f, 'tag character'],
  [0xe0100, 0xe01ef, 'variation selector'],
];

/** A code point with its name, as far as it is one of those that turn up. */
export const nameOf = (code: number): string => {
  const name = NAMES.get(code) ?? RANGES.find(([from, to]) => code >= from && code <= to)?.[2];
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}${name ? ` ${name}` : ''}`;
};
