import { SpecError } from '../errors.ts';

/** A tagged section of an agent spec: its name, its text, and the line of the file on which the text starts. */
export interface Section {
  readonly name: string;
  readonly body: string;
  readonly line: number;
}

const OPEN = /^<([A-Z][A-Za-z]*)>\s*$/;
const CLOSE = /^<\/([A-Z][A-Za-z]*)>\s*$/;

interface Open {
  readonly name: string;
  readonly line: number;
  readonly body: string[];
}

const HINT = 'specs/integrate/README.md has the grammar.';

/**
 * Parses tagged sections strictly: tags stand alone on their lines, do not nest, do not repeat, and only blank lines and
 * `#` headings stand between them. Throws SpecError naming file and line.
 */
export const parseSections = (text: string, file: string): Section[] => {
  const sections: Section[] = [];
  let open: Open | null = null;
  for (const [i, line] of text.split('\n').entries()) {
    const fault = faultOf(line, open, sections);
    if (fault) throw new SpecError(`${file}:${i + 1}: ${fault}`, HINT);
    const opened = OPEN.exec(line)?.[1];
    if (opened !== undefined) open = { name: opened, line: i + 2, body: [] };
    else if (open && CLOSE.test(line)) {
      sections.push({ name: open.name, body: open.body.join('\n').trim(), line: open.line });
      open = null;
    } else open?.body.push(line);
  }
  if (open) throw new SpecError(`${file}:${open.line - 1}: <${open.name}> is never closed`, HINT);
  return sections;
};

const faultOf = (line: string, open: Open | null, sections: readonly Section[]): string | null => {
  const opened = OPEN.exec(line)?.[1];
  const closed = CLOSE.exec(line)?.[1];
  if (opened !== undefined && open) return `<${opened}> opens inside <${open.name}>`;
  if (opened !== undefined && sections.some(({ name }) => name === opened)) return `<${opened}> occurs twice`;
  if (closed !== undefined && open?.name !== closed) return `</${closed}> closes what is not open`;
  const stray = !open && opened === undefined && line.trim() !== '' && !line.startsWith('#');
  return stray ? 'text outside of a section' : null;
};
