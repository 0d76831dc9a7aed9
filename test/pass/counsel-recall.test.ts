import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Chunk, chunksOf } from '../../lib/pass/chunks.ts';
import { type ActiveRule, choosePairs } from '../../lib/pass/counsel.ts';
import { detectFile, prepareDetectors } from '../../lib/pass/detect.ts';
import { domainsOf } from '../../lib/pass/map.ts';
import type { Scope } from '../../lib/pass/scope.ts';
import { readRules } from '../../lib/specs/compile.ts';
import { readMode } from '../../lib/specs/mode.ts';
import type { StagedFile } from '../../lib/types.ts';
import { type LabelledChange, labelledChanges } from '../support/changes.ts';
import { makeFile } from '../support/rule.ts';

const RULES = readRules(new URL('../../specs/rules/', import.meta.url));
const ACTIVE: readonly ActiveRule[] = RULES.map((rule) => ({ ...rule, inForce: rule.severity }));
const detectors = await prepareDetectors(ACTIVE);
const { chunk_lines: lines, rules_per_chunk: most } = readMode('commit').budgets;
const SILENT = { branch: 'main', subjects: [], message: null };

/** What Counsel asks about a file that is staged alone, without a word about its intent; `forced` are domains of a configuration. */
const asked = (file: StagedFile, forced: readonly string[] = []): { rule: string; chunk: Chunk }[] => {
  const { path, language, text } = file;
  const domains = [...forced, ...domainsOf(file)];
  const added = new Set(file.addedLines.map(({ line }) => line));
  const hits = detectFile(detectors, { path, language, text: text ?? '', added, domains });
  const scope: Scope = { domains: () => domains };
  return choosePairs(ACTIVE, chunksOf(file, lines, new Map()), hits, scope, SILENT, most).map(({ rule, chunk }) => ({
    rule: rule.id,
    chunk,
  }));
};

const isAsked = ({ rule, file }: LabelledChange): boolean => asked(file).some((pair) => pair.rule === rule);

/** The lowest share of changes about which the right rule must be asked. */
const RECALL = 0.95;

const CHANGES = labelledChanges();
const BROKEN = CHANGES.filter(({ rule }) => rule !== null);
const QUESTIONS = RULES.filter((rule) => rule.class === 'M');

const labelled = suite('labelled changes');

labelled('there are enough, and some for every rule that a model alone can judge', () => {
  assert.ok(BROKEN.length >= 60);
  for (const { id } of QUESTIONS) assert.ok(BROKEN.filter(({ rule }) => rule === id).length >= 9, id);
});

labelled('the right rule is asked about', () => {
  const missed = BROKEN.filter((change) => !isAsked(change));
  const recall = 1 - missed.length / BROKEN.length;
  assert.ok(recall >= RECALL, `recall ${recall.toFixed(3)}; missed ${missed.map(({ name }) => name).join(', ')}`);
});

labelled('changes of everyday are asked about seldom', () => {
  const everyday = CHANGES.filter(({ rule }) => rule === null);
  const questions = everyday.flatMap(({ name, file }) => asked(file).map(({ rule }) => `${name} ${rule}`));
  assert.ok(questions.length <= everyday.length / 4, questions.join(', '));
});

labelled.run();

const examples = suite('examples of the catalogue');

examples('a rule that a model alone can judge is asked about its own bad examples', () => {
  const bad = QUESTIONS.flatMap((rule) =>
    rule.body.examples.filter(({ kind }) => kind === 'bad').map((example) => ({ rule, example })),
  );
  const missed = bad.filter(({ rule, example: { path, text, language } }) => {
    const pairs = asked(makeFile(path, text, { language }), rule.domains);
    return !pairs.some((pair) => pair.rule === rule.id);
  });
  const recall = 1 - missed.length / bad.length;
  assert.ok(bad.length >= 2 * QUESTIONS.length);
  assert.ok(recall >= RECALL, missed.map(({ rule, example }) => `${rule.file}:${example.at}`).join(', '));
});

examples.run();
