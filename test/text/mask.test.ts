import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LANGUAGES } from '../../lib/text/language.ts';
import { mask } from '../../lib/text/mask.ts';

/** Text of a language, and what stays of it as code; `·` stands for each blanked character, `§` for a dollar sign. */
const CODE: readonly (readonly [language: string, text: string, code: string])[] = [
  ['js', "f('a') // b", "f('·') ····"],
  ['js', 'a /* b\nc */ d', 'a ····\n···· d'],
  ['js', "s = 'it\\'s'; t", "s = '·····'; t"],
  ['js', "s = 'open\nt = 1", "s = '····\nt = 1"],
  ['js', 'r = /[/"]\\/x/g; q = "v"', 'r = /·······/g; q = "·"'],
  ['js', "return /'/.test(x)", 'return /·/.test(x)'],
  ['js', "a = b / c; d = 'e' / f", "a = b / c; d = '·' / f"],
  ['js', "x = /* c */ /'/; y", 'x = ······· /·/; y'],
  ['ts', '`a §{b} c`', '`··§{b}··`'],
  ['ts', '`a §{f({ k: `n §{x} m` })} z` + y', '`··§{f({ k: `··§{x}··` })}··` + y'],
  ['ts', '`a\nb` + c', '`·\n·` + c'],
  ['ts', '`\\§{x}` + y', '`·····` + y'],
  ['tsx', "<p>Don't {f('a')}</p>", "<p>Don't {f('·')}</p>"],
  ['tsx', '<A b={c} /><B d="e" />', '<A b={c} /><B d="·" />'],
  ['py', "x = 'a' # b", "x = '·' ···"],
  ['py', '"""doc\n\'x\' # y\n"""\nz', '"""···\n·······\n"""\nz'],
  ['py', 'x = f\'a{b["k"]}c\' + y', 'x = f\'·{b["·"]}·\' + y'],
  ['py', "x = f'{{a}} {b}'", "x = f'······{b}'"],
  ['py', "x = f'{a' \ny = 'b'", "x = f'{a'·\ny = '·'"],
  ['go', 'a := `r\\`; b := "s" // c', 'a := `··`; b := "·" ····'],
  ['go', "c := '\\''; d", "c := '··'; d"],
  ['rs', "fn f<'a>(x: &'a str) { 'b' }", "fn f<'a>(x: &'a str) { '·' }"],
  ['rs', 'r#"a"b"# + "c"', 'r#"···"# + "·"'],
  ['rs', '/* a /* b */ c */ d', '················· d'],
  ['java', 'a = """\n "b" \n"""; c', 'a = """\n·····\n"""; c'],
  ['kt', '"a §{b} c"', '"··§{b}··"'],
  ['cs', '@"a""b" + $"c{d}e"', '@"····" + $"·{d}·"'],
  ['swift', '"a \\(b) c" + d', '"··\\(b)··" + d'],
  ['cpp', 'R"x(a)"b)x" + 1\'000 + \'c\'', "R\"x(····)x\" + 1'000 + '·'"],
  ['sh', "a 'b # c' # d", "a '·····' ···"],
  ['sh', 'x="a $(b) c" y', 'x="··$(b)··" y'],
  ['sh', 'cat <<EOF | d\nx # y\nEOF\nz # w', 'cat <<EOF | d\n·····\nEOF\nz ···'],
  ['sh', "it\\'s # a", "it\\'s ···"],
  ['sh', 'n=$((1<<N)); §{#a}', 'n=$((1<<N)); §{#a}'],
  ['sql', "SELECT 'it''s' -- a\n/* b */ c", "SELECT '·····' ····\n······· c"],
  ['yaml', "a: it's # b\nc: 'd # e'\nf: g#h", "a: it's ···\nc: '·····'\nf: g#h"],
  ['toml', 'a = """b\nc""" # d', 'a = """·\n·""" ···'],
  ['json', '{"a": "b"} // c', '{"·": "·"} ····'],
  ['dockerfile', '# a\nRUN x # y', '···\nRUN x # y'],
  ['ini', '# a\n; b\nc = d # e', '···\n···\nc = d # e'],
  ['css', 'a { b: url(http://c) } /* d */', 'a { b: url(http://c) } ·······'],
  ['rb', 'a = "b #{c} d" # e', 'a = "··#{c}··" ···'],
  ['rb', 'x = <<~SQL\n  a\nSQL\ny', 'x = <<~SQL\n···\nSQL\ny'],
  ['php', "<b>Don't</b><?php f('a'); ?>", "············<?php f('·'); ··"],
  ['lua', '--[[ a\nb ]] c -- d\n[[e]]', '······\n···· c ····\n[[·]]'],
  ['ps1', "a 'b''c' <# d #> e", "a '····' ······· e"],
  ['ex', '"a #{b} c" # d', '"··#{b}··" ···'],
  ['dart', "r'a\\' + 'b §{c}'", "r'··' + '··§{c}'"],
  ['groovy', '"a §{b}" + \'c\'', '"··§{b}" + \'·\''],
  ['tf', 'a = "b §{c}" # d', 'a = "··§{c}" ···'],
  ['make', 'a: b # c', 'a: b ···'],
  ['html', '<p>a</p><script>f("b")</script>', '················f("·")·········'],
  ['vue', '<b>x</b><script lang="ts">f(`a§{b}`)</script>', '··························f(`·§{b}`)·········'],
  ['html', '<script type="application/json">{"a":1}</script>', '················································'],
  ['md', "It's `code` // here", "It's `code` // here"],
  ['py', "rf = fr'{a}b' or Rf", "rf = fr'{a}·' or Rf"],
  ['rs', 'crab(br"a", r"b", b)', 'crab(br"·", r"·", b)'],
  ['rs', 'f(r"\\", "y")', 'f(r"·", "·")'],
  ['cpp', 'R = R"(a)" + r', 'R = R"(·)" + r'],
  ['sh', 'a \\" # b', 'a \\" ···'],
  ['ts', 'a = b + c;\n{ d(e) }', 'a = b + c;\n{ d(e) }'],
];

const dollars = (text: string): string => text.replaceAll('§', '$');

/** The code of a text with each blanked character shown as the expectation shows it. */
const shown = (language: string, text: string, expected: string): string => {
  const { code } = mask(text, language);
  return [...code].map((char, i) => (char === ' ' && expected[i] === '·' ? '·' : char)).join('');
};

test('comments and string bodies are blanked, code in holes of strings stays', () => {
  for (const [language, text, expected] of CODE)
    assert.is(shown(language, dollars(text), expected), dollars(expected), `${language}: ${text}`);
});

test('all views are equal in length to the text and break their lines at the same places', () => {
  const text = dollars('a /* é\r\n😀 */ "b\\\n c" // d\n`e §{f} g`\n\n');
  for (const language of [...LANGUAGES, null]) {
    const { code, uncommented, comment } = mask(text, language);
    for (const view of [code, uncommented, comment]) {
      assert.is(view.length, text.length, String(language));
      assert.equal(
        [...view.matchAll(/\n/g)].map(({ index }) => index),
        [...text.matchAll(/\n/g)].map(({ index }) => index),
      );
    }
  }
});

test('comments stand alone in one view and are missing from another', () => {
  const { comment, uncommented } = mask("f('a // b'); // c", 'ts');
  assert.is(comment.trim(), '// c');
  assert.is(uncommented.trimEnd(), "f('a // b');");
});

test('a text in pieces is read as the whole is', () => {
  const text = dollars('a = `b\n§{c}\n"d` // e\n/* f\ng */ h = "i"\n');
  const whole = mask(text, 'js').code;
  for (const { index } of text.matchAll(/\n/g)) {
    const first = mask(text.slice(0, index + 1), 'js');
    const second = mask(text.slice(index + 1), 'js', first.state);
    assert.is(first.code + second.code, whole);
  }
});

test('every language that has comments is known to the lexer', () => {
  const without = ['md', 'text'];
  const blind = [...LANGUAGES].filter((language) => {
    const marks = ['//', '#', '--', '<!--', '/*', ';', '"""'];
    return !without.includes(language) && marks.every((mark) => mask(`${mark} x`, language).code === `${mark} x`);
  });
  assert.equal(blind, []);
});

test('hostile nesting and unclosed marks take linear space and end', () => {
  for (const [language, unit] of [
    ['rs', '/*'],
    ['js', '/['],
    ['js', '`§{'],
    ['py', "f'{"],
    ['sh', '<<AB '],
    ['rb', '"#{'],
    ['lua', '[=['],
  ] as const) {
    const text = dollars(unit).repeat(20_000);
    assert.is(mask(text, language).code.length, text.length, language);
  }
});

test.run();
