import { isProse } from '../../text/language.ts';
import { once } from '../../text/once.ts';
import type { Found } from '../detect-pattern.ts';
import type { Scan } from '../detect-scan.ts';
import { hiddenCharacters, hidesCharacters, nameOf, TAGGED_FLAG } from './invisible-names.ts';

/** Where a hidden character stands, and between what. */
interface Spot {
  readonly code: number;
  readonly before: string;
  readonly after: string;
  /** The first character of the file. */
  readonly first: boolean;
  /** In a string or comment, or in a file that is text throughout. */
  readonly quoted: boolean;
  /** In Markdown, plain text or a translation. */
  readonly prose: boolean;
  readonly rightToLeft: boolean;
}

// Properties of Unicode are looked up when an expression is made, and hardly any change hides a character.
const EMOJI = once(() => /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u);
const HAN = once(() => /\p{Script=Han}/u);
const JOINING = once(
  () =>
    /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u,
);
const WITHOUT_SPACES = once(
  () => /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}]/u,
);
const RIGHT_TO_LEFT = once(
  () => /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u,
);

const between = (code: number, from: number, to: number): boolean => code >= from && code <= to;

const isOverride = (code: number): boolean => code === 0x202d || code === 0x202e;

const isDirection = (code: number): boolean =>
  code === 0x061c ||
  code === 0x200e ||
  code === 0x200f ||
  between(code, 0x202a, 0x202e) ||
  between(code, 0x2066, 0x2069);

/** The uses that scripts and emoji need; everything else is hidden for no good reason. */
const ALLOWED: readonly ((spot: Spot) => boolean)[] = [
  ({ code, first }) => code === 0xfeff && first,
  ({ code, before, after }) => code === 0x200d && EMOJI().test(before) && EMOJI().test(after),
  ({ code, before, after }) =>
    between(code, 0xfe0e, 0xfe0f) && (EMOJI().test(before) || (/[0-9#*]/.test(before) && after === '\u20e3')),
  ({ code, before }) => (between(code, 0xfe00, 0xfe02) || between(code, 0xe0100, 0xe01ef)) && HAN().test(before),
  ({ code, before, quoted }) => between(code, 0x200c, 0x200d) && quoted && JOINING().test(before),
  ({ code, before, quoted }) => between(code, 0x180b, 0x180f) && quoted && /\p{Script=Mongolian}/u.test(before),
  ({ code, before, prose }) => code === 0x200b && prose && WITHOUT_SPACES().test(before),
  ({ code, prose, rightToLeft }) => prose && rightToLeft && isDirection(code) && !isOverride(code),
];

const TRANSLATION =
  /(?:^|[/._-])(?:locales?|i18n|l10n|lang|languages?|translations?|messages)(?:[/._-])|\.(?:po|pot|xlf|xliff|arb|strings|resx)$/i;

const charBefore = (text: string, at: number): string => {
  const low = text.charCodeAt(at - 1);
  return between(low, 0xdc00, 0xdfff) ? text.slice(at - 2, at) : text.slice(Math.max(0, at - 1), at);
};

const charAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '';

function* spotsIn(scan: Scan, number: number, prose: boolean): Generator<Spot> {
  const line = scan.line('text', number).replace(TAGGED_FLAG, (flag) => ' '.repeat(flag.length));
  const code = scan.line('code', number);
  const rightToLeft = RIGHT_TO_LEFT().test(line);
  for (const { 0: char, index } of line.matchAll(hiddenCharacters()))
    yield {
      code: char.codePointAt(0) ?? 0,
      before: charBefore(line, index),
      after: charAt(line, index + char.length),
      first: number === 1 && index === 0,
      quoted: prose || code.charAt(index) === ' ',
      prose,
      rightToLeft,
    };
}

/** Spots of one line that are enough to describe it. */
const ENOUGH = 200;

const suspectsIn = (scan: Scan, number: number, prose: boolean): Spot[] => {
  const suspects: Spot[] = [];
  for (const spot of spotsIn(scan, number, prose)) {
    if (!ALLOWED.some((allows) => allows(spot))) suspects.push(spot);
    if (suspects.length >= ENOUGH) break;
  }
  return suspects;
};

const LISTED = 6;

const describe = (spots: readonly Spot[]): string => {
  const names = [...new Set(spots.map(({ code }) => nameOf(code)))];
  const shown = names.slice(0, LISTED).join(', ');
  return names.length > LISTED ? `${shown} and ${names.length - LISTED} more kinds` : shown;
};

/** Finds characters that nobody sees where nothing needs them, and names their code points. */
export function* invisibleUnicode(scan: Scan): Generator<Found> {
  const lines = scan.candidates('text');
  if (!hidesCharacters(lines.text)) return;
  const prose = isProse(scan.language) || TRANSLATION.test(scan.path);
  const hidden = hiddenCharacters();
  for (let match = hidden.exec(lines.text); match; match = hidden.exec(lines.text)) {
    const index = lines.at(match.index);
    const number = lines.number(index);
    const spots = suspectsIn(scan, number, prose);
    hidden.lastIndex = lines.start(index + 1);
    if (spots.length > 0) yield { line: number, column: match.index - lines.start(index), note: describe(spots) };
    if (index + 1 >= lines.count) return;
  }
}
