/** A part of a document under a heading of the second level. */
export interface MarkdownSection {
  readonly title: string;
  readonly text: string;
  /** Line of the heading, from 1. */
  readonly line: number;
}

/** A fenced block of code. */
export interface Fence {
  readonly info: string;
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly closed: boolean;
}

/** What an info string says beside the language: bare words, and `name=value` pairs. */
export interface FenceInfo {
  readonly language: string;
  readonly words: readonly string[];
  readonly values: ReadonlyMap<string, string>;
}

/** A line of a document: the fence that it opens, stands in or closes, if any. */
interface Placed {
  readonly line: number;
  readonly text: string;
  readonly role: 'text' | 'opens' | 'inside' | 'closes';
}

const OPEN = /^( {0,3})(`{3,}|~{3,})\s*([^`\n]*)$/;

const closes = (line: string, mark: string): boolean => {
  const text = line.trim();
  return text.length >= mark.length && text === mark.charAt(0).repeat(text.length);
};

/** Lines of a text, each with its part in a fenced block. */
const place = (text: string, first: number): Placed[] => {
  let mark = '';
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line, i): Placed => {
      const placed = (role: Placed['role']): Placed => ({ line: first + i, text: line, role });
      if (mark === '') {
        mark = OPEN.exec(line)?.[2] ?? '';
        return placed(mark === '' ? 'text' : 'opens');
      }
      if (!closes(line, mark)) return placed('inside');
      mark = '';
      return placed('closes');
    });
};

/** The fenced blocks of a text whose first line is line `first` of its file. One that never closes reaches to the end. */
export const fencesOf = (text: string, first = 1): Fence[] => {
  const fences: { info: string; body: string[]; line: number; closed: boolean }[] = [];
  for (const { line, text: content, role } of place(text, first)) {
    const last = fences.at(-1);
    if (role === 'opens') fences.push({ info: OPEN.exec(content)?.[3]?.trim() ?? '', body: [], line, closed: false });
    else if (role === 'inside') last?.body.push(content);
    else if (role === 'closes' && last) last.closed = true;
  }
  return fences.map(({ body, ...fence }) => ({ ...fence, text: body.join('\n') }));
};

/** Splits a text at its `##` headings; a heading inside a fenced block is none. What stands before the first is `preface`. */
export const sectionsOf = (text: string, first = 1): { preface: string; sections: readonly MarkdownSection[] } => {
  const sections: { title: string; line: number; body: string[] }[] = [];
  const preface: string[] = [];
  for (const { line, text: content, role } of place(text, first)) {
    const title = role === 'text' ? /^## +(.+?)[ #]*$/.exec(content)?.[1] : undefined;
    if (title === undefined) (sections.at(-1)?.body ?? preface).push(content);
    else sections.push({ title, line, body: [] });
  }
  const joined = sections.map(({ title, line, body }) => ({ title, line, text: body.join('\n') }));
  return { preface: preface.join('\n').trim(), sections: joined };
};

const WORD = /([\w-]+)=(?:"([^"]*)"|(\S+))|(\S+)/g;

/** Reads an info string such as `ts bad file=src/a.ts lines=2,4-5`; a value with blanks stands in double quotes. */
export const parseInfo = (info: string): FenceInfo => {
  const [language = '', ...rest] = info.split(/\s+/);
  const found = [...rest.join(' ').matchAll(WORD)];
  return {
    language,
    words: found.flatMap(([, , , , word]) => word ?? []),
    values: new Map(found.flatMap(([, name, quoted, plain]) => (name ? [[name, quoted ?? plain ?? '']] : []))),
  };
};
