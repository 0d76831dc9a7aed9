import { languageOf } from '../text/language.ts';

const SHEBANGS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:node|deno|bun)\b/, 'js'],
  [/\bpython[\d.]*\b/, 'py'],
  [/\b(?:ba|da|z|k)?sh\b/, 'sh'],
  [/\bruby\b/, 'rb'],
  [/\bphp\b/, 'php'],
];

interface Named {
  readonly language: string | null;
  readonly oldPath?: string;
  readonly text: string;
}

/**
 * Language of a file to the detectors. A name without a known extension must not take a script out of review: its former
 * name or its first line tells.
 */
export const detectLanguage = ({ language, oldPath, text }: Named): string | null => {
  if (language) return language;
  const former = oldPath ? languageOf(oldPath) : null;
  if (former || !text.startsWith('#!')) return former;
  const first = text.slice(0, 200).split('\n', 1)[0] ?? '';
  return SHEBANGS.find(([program]) => program.test(first))?.[1] ?? null;
};
