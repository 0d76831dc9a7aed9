/** The nouns of the pipeline, by theme. Types only: nothing here exists at run time. */

export type * from './types/change.ts';
export type * from './types/context.ts';
export type * from './types/detect.ts';
export type * from './types/model.ts';
export type * from './types/report.ts';
export type * from './types/rule.ts';
