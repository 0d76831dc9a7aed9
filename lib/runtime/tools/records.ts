/** Records out of what git prints, as they arrive; `separator` ends each. A character that two chunks share stays whole. */
export async function* recordsIn(chunks: AsyncIterable<Buffer>, separator: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const records = (rest + decoder.decode(chunk, { stream: true })).split(separator);
    rest = records.pop() ?? '';
    yield* records;
  }
  if (rest !== '') yield rest;
}
