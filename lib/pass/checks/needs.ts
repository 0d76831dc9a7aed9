/** Strings in lower case of which a text must hold one, in its added lines or anywhere, for anything to be found in it. */
export interface Need {
  readonly of: 'added' | 'all';
  readonly needles: readonly string[];
}

const added = (...needles: readonly string[]): Need => ({ of: 'added', needles });

/**
 * What checks over one file cannot do without, so that they are passed over without a look at the text. A check that is not
 * listed looks at every file of its languages.
 */
export const CHECK_NEEDS: Readonly<Record<string, readonly Need[]>> = {
  'commented-out-code': [added('//', '#')],
  'conflict-marker': [added('<<<<<<<', '>>>>>>>', '|||||||', '=======')],
  'floating-promise': [added('('), { of: 'all', needles: ['async', 'promise<'] }],
  'lost-data': [added('drop', 'truncate')],
  'module-mutable-state': [added('let', 'var')],
  'off-by-one': [added('for'), added('<=', 'range(', '0..')],
  'quiet-default': [added('default')],
  'spread-accumulate': [added('...')],
  'swallowed-error': [{ of: 'all', needles: ['catch', 'except', 'rescue'] }],
  'unpinned-image': [added('image:', 'from')],
};
