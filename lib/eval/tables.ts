import type { Evaluation } from './evaluate.ts';
import type { Figures, Quality } from './figures-types.ts';
import { number, shareText, spreadText, type Table } from './words.ts';

const qualityCells = (one: Quality): string[] => [
  shareText(one.precision),
  shareText(one.recall),
  number(one.f1),
  number(one.f05),
];

const QUALITY = ['precision', 'recall', 'F1', 'F0.5'];

const overall = ({ all, detectors, asked }: Evaluation): Table => ({
  title: 'In all',
  columns: ['', ...QUALITY, 'duplicates', 'neutral'],
  rows: [
    ['rules that need no model', detectors] as const,
    ...(asked ? [['rules that ask the model', asked] as const, ['together', all] as const] : []),
  ].map(([name, { all: one }]) => [name, ...qualityCells(one), String(one.duplicates), String(one.neutral)]),
  note: 'With 95 % intervals by Wilson. F0.5 weighs a false alarm more than a miss.',
});

const alarms = ({ all, detectors, asked }: Evaluation): Table => ({
  title: 'False alarms on clean changes',
  columns: ['', 'any', 'warning or worse', 'blocked', 'per 1000 added lines'],
  rows: [
    ['rules that need no model', detectors] as const,
    ...(asked ? [['rules that ask the model', asked] as const, ['together', all] as const] : []),
  ].map(([name, { alarms: one }]) => [
    name,
    shareText(one.any),
    shareText(one.warned),
    shareText(one.blocked),
    number(one.perThousandLines),
  ]),
});

const bySize = ({ all }: Evaluation): Table => ({
  title: 'By size of the change',
  columns: ['added lines', ...QUALITY],
  rows: all.sizes.map((one) => [one.size, ...qualityCells(one)]),
});

const STRATA: Readonly<Record<string, string>> = {
  A: 'A: examples of rules, bad',
  B: 'B: examples of rules, allowed',
  C: 'C: violations in small projects',
  D: 'D: clean changes',
  E: 'E: large changes with one violation',
  F: 'F: text that tries to steer',
};

const byStratum = ({ all }: Evaluation): Table => ({
  title: 'By stratum',
  columns: ['stratum', 'cases', ...QUALITY],
  rows: all.strata
    .filter(({ cases }) => cases > 0)
    .map((one) => [STRATA[one.stratum] ?? one.stratum, String(one.cases), ...qualityCells(one)]),
});

const lines = ({ all, asked }: Evaluation): Table => ({
  title: 'The right line',
  columns: ['', 'exact', 'within 1', 'within 3'],
  rows: [['all rules', all] as const, ...(asked ? [['rules that ask the model', asked] as const] : [])].map(
    ([name, { lines: one }]) => [name, shareText(one.exact), shareText(one.within1), shareText(one.within3)],
  ),
  note: 'Of findings of a rule in a file where it is broken.',
});

const behaviour = ({ behaviour: one }: Figures): Table => ({
  title: 'What the model does',
  columns: ['', ''],
  rows: [
    ['claims', String(one.claims)],
    ['grounded: the quote stands in the change', shareText(one.grounded)],
    ['line corrected by the quote', shareText(one.relocated)],
    ['dropped when asked again: wrong, right', `${one.killed.wrong}, ${one.killed.right}`],
    ['questions without an answer', String(one.unreviewed)],
    ['answers that could not be read', String(one.unreadable)],
    ['cases that came out differently when repeated', shareText(one.flips)],
    ['recall where the text tries to steer', shareText(one.lured)],
    ['recall of the same changes without it', shareText(one.unlured)],
    ['difference', number(one.attackDelta)],
  ],
});

const drops = ({ behaviour: { dropped } }: Figures): Table => ({
  title: 'Claims dropped, by filter',
  columns: ['filter', 'claims', 'of them right', 'of them wrong'],
  rows: dropped.map(({ reason, count, right, wrong }) => [reason, String(count), String(right), String(wrong)]),
  note: 'Right and wrong are known where the claim names a line.',
});

const costs = ({ clocks: one }: Figures): Table => ({
  title: 'Time and tokens',
  columns: ['', ''],
  rows: [
    ['a review, whole', spreadText(one.review)],
    ['a review that asks, model in memory', spreadText(one.warm)],
    ['a review that asks, model to be loaded', spreadText(one.cold)],
    ['one question', spreadText(one.question)],
    ['questions', String(one.calls)],
    ['tokens read, of them remembered', `${one.promptTokens}, ${one.cachedTokens}`],
    ['tokens written', String(one.outputTokens)],
  ],
});

const byRule = ({ all }: Evaluation): Table => ({
  title: 'By rule',
  columns: ['rule', ...QUALITY, 'not asked'],
  rows: all.rules.map((one) => [one.rule, ...qualityCells(one), String(one.unselected)]),
});

/** Every table of an evaluation, in the order of a page; the one by rule last. */
export const tablesOf = (one: Evaluation): Table[] => [
  overall(one),
  alarms(one),
  byStratum(one),
  bySize(one),
  lines(one),
  ...(one.asked ? [behaviour(one.all), drops(one.all)] : []),
  costs(one.all),
  byRule(one),
];
