import { readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CHANGE_CHECKS, FILE_CHECKS } from '../../lib/pass/checks/index.ts';
import { detectFile } from '../../lib/pass/detect.ts';
import type { DetectInput } from '../../lib/pass/detect-finds.ts';
import { readRules } from '../../lib/specs/compile.ts';
import { linesOf, prepared, ruleOf } from '../support/detect.ts';

const unicode = await prepared(ruleOf({ check: 'invisible-unicode' }));

const index = suite('index');

index('every check has a file, every file is a check or serves one, and every check is used by a rule', () => {
  const names = [...Object.keys(FILE_CHECKS), ...Object.keys(CHANGE_CHECKS)];
  const helpers = ['index', 'kinds', 'source-files', 'invisible-names', 'floating-call', 'needs', 'bare-calls'];
  const files = readdirSync(new URL('../../lib/pass/checks/', import.meta.url)).map((name) =>
    name.replace(/\.ts$/, ''),
  );
  assert.equal([...files].sort(), [...names, ...helpers].sort());
  const used = readRules(new URL('../../specs/rules/', import.meta.url)).flatMap(({ detect }) =>
    detect.flatMap((one) => ('check' in one ? [one.check] : [])),
  );
  assert.equal([...new Set(used)].sort(), [...names].sort());
});

index('every check can be loaded', async () => {
  for (const load of [...Object.values(FILE_CHECKS), ...Object.values(CHANGE_CHECKS)])
    assert.type(await load(), 'function');
});

index.run();

const invisible = suite('invisible-unicode');

const noteOf = (text: string, change: Partial<DetectInput> = {}): string | undefined =>
  detectFile(unicode, { path: 'src/a.ts', language: 'ts', text, added: 'all', ...change })[0]?.note;

const of = (...codes: number[]): string => String.fromCodePoint(...codes);

invisible('every kind is found in code, and named', () => {
  const kinds: readonly (readonly [number, string])[] = [
    [0x202e, 'U+202E right-to-left override'],
    [0x2066, 'U+2066 left-to-right isolate'],
    [0x200b, 'U+200B zero width space'],
    [0x200d, 'U+200D zero width joiner'],
    [0x200f, 'U+200F right-to-left mark'],
    [0x2060, 'U+2060 word joiner'],
    [0x2063, 'U+2063'],
    [0xfeff, 'U+FEFF zero width no-break space'],
    [0x3164, 'U+3164 Hangul filler'],
    [0xffa0, 'U+FFA0 halfwidth Hangul filler'],
    [0x115f, 'U+115F Hangul choseong filler'],
    [0xfe01, 'U+FE01 variation selector'],
    [0xe0041, 'U+E0041 tag character'],
    [0xe0101, 'U+E0101 variation selector'],
    [0x180e, 'U+180E'],
    [0x061c, 'U+061C Arabic letter mark'],
    [0x034f, 'U+034F'],
  ];
  for (const [code, name] of kinds) {
    assert.is(noteOf(`const a${of(code)}b = 1;`), name);
    assert.is(noteOf(`const s = 'a${of(code)}b'; // c`), name);
  }
});

invisible('several kinds on a line are listed once each, and many are cut short', () => {
  assert.is(noteOf(`a${of(0x200b, 0x200b, 0x202e)}`), 'U+200B zero width space, U+202E right-to-left override');
  const many = of(...Array.from({ length: 9 }, (_, i) => 0xe0041 + i));
  assert.match(noteOf(`a${many}`) ?? '', /U\+E0046 tag character and 3 more kinds$/);
});

invisible('each line is told apart', () => {
  assert.equal(linesOf(unicode, `a${of(0x200b)}\nb\nc${of(0x200b)}${of(0x200b)}\n`), [1, 3]);
  assert.equal(linesOf(unicode, `a${of(0x200b)}\nb\nc${of(0x200b)}`, { added: new Set([3]) }), [3]);
});

invisible('a byte order mark is one only at the start of a file', () => {
  assert.is(noteOf(`${of(0xfeff)}using System;`), undefined);
  assert.ok(noteOf(`a\n${of(0xfeff)}b`));
});

invisible('emoji sequences, keycaps and flags of regions are no hiding place', () => {
  const family = of(0x1f468, 0x200d, 0x1f469, 0x200d, 0x1f467);
  const skin = of(0x1f44d, 0x1f3fd);
  const rainbow = of(0x1f3f3, 0xfe0f, 0x200d, 0x1f308);
  const keycap = of(0x31, 0xfe0f, 0x20e3);
  const england = of(0x1f3f4, 0xe0067, 0xe0062, 0xe0065, 0xe006e, 0xe0067, 0xe007f);
  assert.is(noteOf(`const s = '${family}${skin}${rainbow}${keycap}${england}${of(0x2764, 0xfe0f)}';`), undefined);
  assert.ok(noteOf(`1${of(0xfe0f)}`));
  assert.ok(noteOf(`${england}${of(0xe0067)}`));
  assert.ok(noteOf(`const a${of(0x200d)}b`));
});

invisible('joiners are for the scripts that need them, in text and not in names', () => {
  const persian = `${of(0x645, 0x6cc)}${of(0x200c)}${of(0x62e)}`;
  const hindi = `${of(0x915, 0x94d)}${of(0x200d)}${of(0x937)}`;
  for (const word of [persian, hindi]) {
    assert.is(noteOf(word, { path: 'README.md', language: 'md' }), undefined);
    assert.is(noteOf(`const s = '${word}'; // ${word}`), undefined);
    assert.ok(noteOf(`const ${word} = 1;`));
  }
  assert.ok(noteOf(`pass${of(0x200c)}word`, { path: 'README.md', language: 'md' }));
});

invisible('marks of direction belong to right-to-left prose and translations, overrides to nothing', () => {
  const hebrew = of(0x5d0, 0x5d1);
  for (const change of [
    { path: 'he.md', language: 'md' },
    { path: 'locales/he.json', language: 'json' },
  ]) {
    assert.is(noteOf(`${hebrew}${of(0x200f)}, ${of(0x2066)}abc${of(0x2069)}`, change), undefined);
    assert.ok(noteOf(`${hebrew}${of(0x202e)}`, change));
    assert.ok(noteOf(`abc${of(0x200f)}`, change));
  }
  assert.ok(noteOf(`// ${hebrew}${of(0x200f)}`));
});

invisible('variation selectors may follow ideographs, breaks words of scripts without spaces', () => {
  assert.is(noteOf(`'${of(0x8fbb, 0xe0100)}'`), undefined);
  assert.ok(noteOf(`'${of(0x8fbb, 0xe0100, 0xe0101)}'`));
  assert.is(noteOf(`${of(0xe01)}${of(0x200b)}${of(0xe02)}`, { path: 'th.md', language: 'md' }), undefined);
});

invisible.run();

const logic = suite('logic');

const fires = async (check: string, text: string, change: Partial<DetectInput> = {}): Promise<number[]> =>
  linesOf(await prepared(ruleOf({ check })), text, change);

logic('commented-out code is reported where its run starts, if any of it is new', async () => {
  const text = 'a();\n// b(c);\n// d = e;\n// f();\ng();\n';
  assert.equal(await fires('commented-out-code', text), [2]);
  assert.equal(await fires('commented-out-code', text, { added: new Set([4]) }), [4]);
  assert.equal(await fires('commented-out-code', text, { added: new Set([5]) }), []);
  assert.equal(await fires('commented-out-code', '// b(c);\n\nx\n// d();\n'), []);
  assert.equal(await fires('commented-out-code', '// See https://a.b/c;\n// if the value is missing;\n'), []);
  assert.equal(await fires('commented-out-code', '//\tx := f()\n//\tg(x)\n', { language: 'go' }), []);
});

logic('a handler is empty only without a comment', async () => {
  assert.equal(await fires('swallowed-error', 'try { a(); }\ncatch (e)\n{\n}\n'), [2]);
  assert.equal(await fires('swallowed-error', 'try { a(); } catch { /* gone */ }'), []);
  assert.equal(
    await fires('swallowed-error', 'a().catch(() => {});\nb().catch(report);\nc().catch(() => { d(); });'),
    [1],
  );
  assert.equal(await fires('swallowed-error', 'try:\n    a()\nexcept (A, B):\n\n    pass\n', { language: 'py' }), [3]);
  assert.equal(await fires('swallowed-error', 'try:\n    a()\nexcept KeyError:\n    pass\n', { language: 'py' }), []);
  assert.equal(await fires('swallowed-error', 'begin\n a\nrescue => e\nend\n', { language: 'rb' }), [3]);
  assert.equal(await fires('swallowed-error', 'func f() { do { try g() } catch {} }', { language: 'swift' }), [1]);
});

logic('a loop is off by one only if it indexes with its counter and nothing guards the end', async () => {
  assert.equal(await fires('off-by-one', 'for (let i = 0; i <= a.b.length; i++) {\n  x(a.b[i]);\n}'), [1]);
  assert.equal(await fires('off-by-one', 'for (let i = 0; i <= a.length; i++) x(b[i]);'), []);
  assert.equal(await fires('off-by-one', 'for i in 0..=a.len() {\n x(a[i]);\n}', { language: 'rs' }), [1]);
  assert.equal(
    await fires('off-by-one', 'for (let i = 0; i <= a.length; i++) {\n const end = i === a.length;\n x(a[i]);\n}'),
    [],
  );
});

logic('module state is what functions assign anew', async () => {
  assert.equal(
    await fires(
      'module-mutable-state',
      'let a = 0;\nexport let b;\nlet c = 1;\nconst f = () => { a += 1; };\nfunction g() {\n  b = c;\n}\n',
    ),
    [1, 2],
  );
  assert.equal(await fires('module-mutable-state', 'let a = 0;\na = 1;\n'), []);
  assert.equal(await fires('module-mutable-state', 'var a = 1;\nfunction f(x = a) { return a == 1; }\n'), []);
});

logic('a promise floats where nothing is done with it', async () => {
  const head = 'async function save(a) {}\nclass A {\n  async load() {}\n  go() {\n';
  const call = (line: string): string => `${head}    ${line}\n  }\n}\n`;
  for (const line of ['save(1);', 'this.load();']) assert.equal(await fires('floating-promise', call(line)), [5], line);
  for (const line of [
    'await save(1);',
    'void save(1);',
    'return save(1);',
    'save(1).catch(f);',
    'x = save(1);',
    'other.save(1);',
    'load();',
  ])
    assert.equal(await fires('floating-promise', call(line)), [], line);
  assert.equal(await fires('floating-promise', call('f(\n      save(1),\n    );')), []);
  assert.equal(await fires('floating-promise', call('save(1)\n      .then(f);')), []);
});

logic('a copied accumulator is one in reduce or in a loop', async () => {
  assert.equal(
    await fires('spread-accumulate', 'for (const a of b) {\n  c = { ...c, a };\n}\nc = { ...c };\nd = [...c];'),
    [2],
  );
  assert.equal(await fires('spread-accumulate', 'b.reduce((c, a) => [...c, a], []);'), [1]);
});

logic('images float without a tag; stages, variables and digests do not', async () => {
  const dockerfile =
    'FROM node AS base\nFROM base\nFROM $IMAGE\nFROM a/b:1.2\nFROM a.io:5000/b\nFROM c@sha256:0\nFROM scratch\n';
  assert.equal(await fires('unpinned-image', dockerfile, { language: 'dockerfile' }), [1, 5]);
  assert.equal(
    await fires('unpinned-image', 'a:\n  image: b\nc:\n  image: d:1\ne: 1\nf: 1\ng: 1\nh:\n  build: .\n  image: i\n', {
      language: 'yaml',
    }),
    [2],
  );
  assert.equal(await fires('unpinned-image', 'image: /img/a.png\n', { language: 'yaml' }), []);
});

logic('conflict markers count outside examples', async () => {
  const conflict = '<<<<<<< a\nx\n||||||| b\n=======\ny\n>>>>>>> c\n=======\n';
  assert.equal(await fires('conflict-marker', conflict), [1, 3, 4, 6]);
  assert.equal(await fires('conflict-marker', 'Title\n=======\n', { language: 'md' }), []);
  assert.equal(
    await fires('conflict-marker', `\`\`\`\n${conflict}\`\`\`\n${conflict}`, { language: 'md' }),
    [10, 12, 13, 15],
  );
  const nested = `\`\`\`\`md\n\`\`\`\n${conflict}\`\`\`\n\`\`\`\`\n`;
  assert.equal(await fires('conflict-marker', nested, { language: 'md' }), []);
  assert.equal(await fires('conflict-marker', conflict, { language: null, path: 'test/fixtures/c.txt' }), []);
  assert.equal(await fires('conflict-marker', `const a = \`\n${conflict}\`;`, { path: 'test/a.test.ts' }), []);
  assert.equal(await fires('conflict-marker', conflict, { path: 'test/a.test.ts' }), [1, 3, 4, 6]);
});

logic.run();
