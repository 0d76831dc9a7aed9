/** A quoted value, only where a value begins: a quote elsewhere may be part of a word and hide what follows. */
const QUOTED = /([[{,]|[:-][ \t])[ \t]*(?:'[^'\n]*'|"(?:[^"\\\n]|\\.)*")/g;

const flowDepth = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  for (const char of text.replace(QUOTED, '$1')) {
    if (char === '[' || char === '{') deepest = Math.max(deepest, ++depth);
    else if ((char === ']' || char === '}') && depth > 0) depth--;
  }
  return deepest;
};

const blockDepth = (text: string): number => {
  let deepest = 0;
  for (const line of text.split('\n')) {
    const lead = /^[ \t]*(?:[-?:] +)*/.exec(line)?.[0] ?? '';
    deepest = Math.max(deepest, lead.length / 2);
  }
  return deepest;
};

/**
 * An upper bound of the levels to which a YAML text is nested, found before any parser sees it: the parser ends the whole
 * process on text that is nested thousands of levels deep.
 */
export const yamlDepth = (text: string): number => Math.max(flowDepth(text), blockDepth(text));

/** Levels beyond which nothing that a person wrote goes. */
export const YAML_DEPTH = 64;
