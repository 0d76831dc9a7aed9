import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importsIn } from '../../lib/text/imports.ts';

test('what a file brings in is found in each family of languages', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["import a, { b } from '@acme/a';\nimport 'side';\nconst c = require('c/d');", ['@acme/a', 'side', 'c/d']],
    ["export {\n  x,\n} from './x.js';\nawait import('lazy');", ['./x.js', 'lazy']],
    ['import os.path\nfrom app.models import User\n', ['os.path', 'app.models']],
    ['import (\n\t"fmt"\n\tpq "github.com/lib/pq"\n)', ['fmt', 'github.com/lib/pq']],
    ['use std::io;\npub use crate::a;\n', ['std::io', 'crate::a']],
    ['import static java.util.List.of;\nusing System.Text;\n', ['java.util.List.of', 'System.Text']],
    ['#include <stdio.h>\n#  include "a/b.h"\n', ['stdio.h', 'a/b.h']],
    ["require 'json'\nrequire_relative 'lib/a'\n", ['json', 'lib/a']],
  ];
  for (const [text, expected] of cases) assert.equal([...importsIn(text)].sort(), [...expected].sort(), text);
});

test('strings and prose that look like it are not', () => {
  assert.equal(importsIn('const from = "a"; // imported from elsewhere'), []);
  assert.equal(importsIn('const important = requires("x");'), []);
});

test('each is named once', () => {
  assert.equal(importsIn("import a from 'a';\nimport { b } from 'a';"), ['a']);
});

test.run();
