/** Lines that bring in other code, by the way a family of languages writes them; the first group is what is brought in. */
const FORMS: readonly RegExp[] = [
  // JavaScript and TypeScript, also over several lines.
  /(?:\bfrom|\bimport|\brequire\()\s{0,4}\(?["']([^"'\n]{1,200})["']/g,
  // Python, and Java, Kotlin, Scala, Swift and C# with their modifiers.
  /^[ \t]{0,20}(?:from|import|using)[ \t]{1,4}(?:static[ \t]{1,4})?([A-Za-z_][\w.]{0,200})(?=\*|[ \t]{0,4}(?:[;#]|$|,[ \t]{0,4}[A-Za-z_]|(?:import|as)\b))/gm,
  // Go, alone or in a list.
  /^[ \t]{0,4}(?:import[ \t]{1,4})?(?:[\w.]{1,40}[ \t]{1,4})?"([\w.~-]{1,60}(?:\/[\w.~-]{1,60}){0,8})"[ \t]{0,4}$/gm,
  // Rust and PHP.
  /^[ \t]{0,20}(?:pub[ \t]{1,4})?use[ \t]{1,4}([A-Za-z_][\w:\\]{0,200})/gm,
  // C and C++, Ruby.
  /^[ \t]{0,4}#[ \t]{0,4}include[ \t]{0,4}[<"]([^>"\n]{1,200})[>"]/gm,
  /^[ \t]{0,20}require(?:_relative)?[ \t(]{1,4}["']([^"'\n]{1,200})["']/gm,
];

/** Names of modules, packages and headers that a text brings in, as it writes them, whatever its language; each once. */
export const importsIn = (text: string): string[] => [
  ...new Set(FORMS.flatMap((form) => [...text.matchAll(form)].flatMap(([, name]) => (name ? [name] : [])))),
];
