import { createHash } from 'node:crypto';
import { defang } from '../text/defang.ts';

/** Characters of a line that are shown; what is left out is marked. */
const SHOWN_LINE = 400;

/** What stands for lines, or the rest of a line, that are not shown. */
export const LEFT_OUT = '…';

/** Text of a repository in the form in which a model sees a line of it. */
export const shownLine = (text: string): string =>
  defang(text.length > SHOWN_LINE ? `${text.slice(0, SHOWN_LINE)} ${LEFT_OUT}` : text);

/** A digest of the content cannot occur in the content, short of a fixed point of SHA-256; checked all the same. */
const nonceFor = (content: string): string => {
  for (let salt = 0; ; salt++) {
    const nonce = createHash('sha256').update(`${salt}\n${content}`).digest('hex').slice(0, 12);
    if (!content.includes(nonce)) return nonce;
  }
};

/** A block of data: its heading, then rows between two markers that they cannot hold. `word` says what the data are. */
export const fence = (head: string, rows: readonly string[], word: string): { nonce: string; text: string } => {
  const nonce = nonceFor([head, ...rows].join('\n'));
  return { nonce, text: [head, `${word} ${nonce}`, ...rows, `END ${nonce}`].join('\n') };
};
