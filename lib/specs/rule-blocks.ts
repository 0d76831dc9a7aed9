import { LANGUAGES, languageOf } from '../text/language.ts';
import { type Fence, type FenceInfo, parseInfo } from '../text/markdown.ts';
import type { Example, ExampleFile } from '../types.ts';
import { linesIn, marksIn, modeIn, numberIn } from './rule-attributes.ts';
import { type Refuse, suggestion } from './rule-faults.ts';

type Kind = Example['kind'] | 'base';

/** One fenced block of `## Examples`, before blocks of one case are put together. */
export interface Block {
  readonly kind: Kind;
  readonly file: ExampleFile;
  readonly name: string | undefined;
  readonly gate: boolean;
  readonly message: boolean;
}

const KINDS: readonly Kind[] = ['bad', 'good', 'near', 'base'];
const FLAGS = ['gate', 'binary', 'deleted', 'message', 'escapes'];
const VALUES = ['file', 'lines', 'case', 'size', 'mode', 'repeat'];

/** Names that Markdown knows languages by, where they are not extensions. */
const ALIASES: Readonly<Record<string, string>> = {
  typescript: 'ts',
  javascript: 'js',
  python: 'py',
  golang: 'go',
  rust: 'rs',
  kotlin: 'kt',
  csharp: 'cs',
  ruby: 'rb',
  shell: 'sh',
  markdown: 'md',
};

/** Where an example stands that names no file and whose language is no extension. */
const PATHS: Readonly<Record<string, string>> = {
  text: 'src/example.txt',
  make: 'Makefile',
  dockerfile: 'Dockerfile',
  groovy: 'Jenkinsfile',
};

/** In a block marked `escapes`, `\u{202E}` stands for the character: for what must not be in a file, this one included. */
const unescaped = (text: string): string =>
  text.replace(/\\u\{([0-9a-fA-F]{1,5}|10[0-9a-fA-F]{4})\}/g, (_whole, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );

const pathOf = (info: FenceInfo, language: string): string =>
  info.values.get('file') ??
  (info.words.includes('message') ? 'COMMIT_EDITMSG' : (PATHS[language] ?? `src/example.${language}`));

const languageIn = (info: FenceInfo, at: number, refuse: Refuse): string => {
  const named = ALIASES[info.language] ?? languageOf(`x.${info.language}`) ?? info.language;
  if (LANGUAGES.has(named)) return named;
  return refuse(`unknown language "${info.language}" of an example${suggestion(info.language, [...LANGUAGES])}`, at);
};

const kindIn = ({ words }: FenceInfo, at: number, refuse: Refuse): Kind => {
  const kinds = KINDS.filter((kind) => words.includes(kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    return refuse(`an example must be marked as one of ${KINDS.join(', ')}`, at);
  return kind;
};

const checkNames = ({ words, values }: FenceInfo, at: number, refuse: Refuse): void => {
  const word = words.find((one) => !FLAGS.includes(one) && !KINDS.some((kind) => kind === one));
  if (word !== undefined) refuse(`unknown mark "${word}" of an example${suggestion(word, [...FLAGS, ...KINDS])}`, at);
  const value = [...values.keys()].find((one) => !VALUES.includes(one));
  if (value !== undefined) refuse(`unknown attribute "${value}" of an example${suggestion(value, VALUES)}`, at);
};

/** Reads one fenced block: its language, kind, file, and what its marks and attributes say. Throws SpecError. */
export const blockOf = ({ info: words, text, line: at, closed }: Fence, refuse: Refuse): Block => {
  if (!closed) refuse('this block is never closed', at);
  const info = parseInfo(words);
  checkNames(info, at, refuse);
  const kind = kindIn(info, at, refuse);
  const language = languageIn(info, at, refuse);
  const file: ExampleFile = {
    language,
    path: pathOf(info, language),
    text: info.words.includes('escapes') ? unescaped(text) : text,
    lines: linesIn(info, kind, text, at, refuse),
    at,
    ...numberIn(info, 'size', at, refuse),
    ...numberIn(info, 'repeat', at, refuse),
    ...modeIn(info, at, refuse),
    ...marksIn(info),
  };
  return {
    kind,
    name: info.values.get('case'),
    gate: info.words.includes('gate'),
    message: info.words.includes('message'),
    file,
  };
};
