import { languageOf } from '../text/language.ts';
import type { LexState } from '../text/mask-cursor.ts';
import { lex } from '../text/mask-lexer.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { Hit, RawRecord } from '../types.ts';
import { type DetectInput, findsIn, inDomainOf } from './detect-finds.ts';
import { type Piece, type Pieces, piecesOf } from './detect-pieces.ts';
import { collector, keyOf, type Place } from './detect-places.ts';
import type { Detectors } from './detect-prepare.ts';
import { openScan, type Scan } from './detect-scan.ts';
import { prefilter } from './prefilter.ts';
import type { LargeBlobs } from './staged.ts';

/** Different places of the old side that are remembered, 12 characters each. */
const REMEMBERED = 200_000;

interface Side {
  readonly record: RawRecord;
  readonly side: 'old' | 'new';
  readonly pieces: Pieces;
}

function* placesIn(detectors: Detectors, scan: Scan, input: DetectInput, base: number): Generator<Place> {
  for (const { rule, found } of findsIn(detectors, scan, inDomainOf(input, scan))) yield { rule, scan, found, base };
}

type Narrow = (text: string) => Detectors;

/** Reads one side piece by piece; the lexer goes on where the piece before ended. */
const reader = (
  narrow: Narrow,
  words: Vocabulary,
  path: string,
  onPlace: (place: Place) => void,
): ((piece: Piece) => void) => {
  let state: LexState = [];
  let language = languageOf(path);
  let made: boolean | undefined;
  return ({ text, line, end }) => {
    const input: DetectInput = { path, language, text, added: 'all', ...(made === undefined ? {} : { made }) };
    const scan = openScan(input, { state, words });
    language = scan.language;
    made = scan.made();
    for (const place of placesIn(narrow(text), scan, input, line - 1)) onPlace(place);
    state = end === text.length ? scan.state() : lex(text.slice(0, end), language ?? '', state).state;
  };
};

/**
 * Looks at files that are too large to hold, piece by piece, in memory that does not grow with them. Reports what the new
 * side holds more often than the old one (rule and normalised line), since such files are not compared line by line.
 */
export const largeScanner = (detectors: Detectors): LargeBlobs & { hits(): Hit[] } => {
  const { words } = detectors;
  const done: Hit[] = [];
  let old = new Map<string, number>();
  let current: Side | null = null;
  let finish: () => void = () => undefined;
  let filter: ReturnType<typeof prefilter> | null = null;
  const narrow: Narrow = (text) => {
    filter ??= prefilter(detectors);
    return filter(text, text, null);
  };

  const remember = (place: Place): void => {
    const key = keyOf(place);
    if (old.size < REMEMBERED || old.has(key)) old.set(key, (old.get(key) ?? 0) + 1);
  };
  const readNew = (path: string): ((piece: Piece) => void) => {
    const { add, hits } = collector();
    finish = () => done.push(...hits());
    return reader(narrow, words, path, (place) => {
      const key = keyOf(place);
      const known = old.get(key) ?? 0;
      if (known > 0) old.set(key, known - 1);
      else add(place);
    });
  };
  const open = (record: RawRecord, side: 'old' | 'new'): Side => {
    finish = () => undefined;
    if (current?.record !== record) old = new Map();
    const look = side === 'new' ? readNew(record.path) : reader(narrow, words, record.path, remember);
    return { record, side, pieces: piecesOf(look) };
  };

  return {
    piece: (record, side, bytes) => {
      if (current?.record !== record || current.side !== side) current = open(record, side);
      current.pieces.push(bytes);
    },
    end: (record, side) => {
      if (current?.record !== record || current.side !== side) return;
      current.pieces.end();
      finish();
    },
    hits: () => done.map((hit) => ({ ...hit, quote: detectors.redact(hit.quote) })),
  };
};
