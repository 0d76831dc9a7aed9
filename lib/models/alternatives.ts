import type { Reply } from '../types.ts';
import { at, listOf, textOf } from './shape.ts';

/** Alternatives that are asked for with the first token; both APIs allow up to 20. */
export const ALTERNATIVES = 10;

/** Alternatives for one token in the form that both APIs share, the token itself where none are listed; undefined without any. */
export const alternativesOf = (token: unknown): Reply['first'] => {
  const listed = listOf(at(token, 'top_logprobs'));
  const found = (listed.length > 0 ? listed : [token]).flatMap((one) => {
    const logprob = at(one, 'logprob');
    return typeof logprob === 'number' ? [{ token: textOf(at(one, 'token')), logprob }] : [];
  });
  return found.length > 0 ? found : undefined;
};
