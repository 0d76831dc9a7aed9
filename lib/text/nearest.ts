/** The known word that somebody who wrote `word` most likely meant; null where none is near. The library is loaded when first needed. */
export const nearest = async (word: string, known: readonly string[]): Promise<string | null> => {
  if (known.length === 0 || word.length > 200) return null;
  const { closest, distance } = await import('fastest-levenshtein');
  const best = closest(word, known as string[]);
  return distance(word, best) <= Math.max(2, word.length / 3) ? best : null;
};

/** `; did you mean "X"?`, or nothing. */
export const didYouMean = async (word: string, known: readonly string[]): Promise<string> => {
  const best = await nearest(word, known);
  return best === null ? '' : `; did you mean "${best}"?`;
};
