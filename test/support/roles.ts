import type { Asked, Fault } from './ollama-types.ts';
import { finding, isArbitration, isVerification, textOf } from './payments.ts';

/** Which role of the full modes a scripted model is asked as, by the first words of each role's spec. */
const OPENINGS = {
  explorer: 'You chart where a change stands',
  counsel: 'You select which written rules',
  planner: 'You plan work on a repository',
  lead: 'You lead a review',
  builder: 'You change as few lines',
} as const;

export type Role = keyof typeof OPENINGS;

const roleOf = (asked: Pick<Asked, 'messages'>): Role | null =>
  (Object.keys(OPENINGS) as Role[]).find((role) => textOf(asked).includes(OPENINGS[role])) ?? null;

/** What each role answers when a test does not say otherwise: something that passes its checks. */
const USUAL: Readonly<Record<Role, string>> = {
  explorer:
    '{"summary":"A module that pays.","domains":["payments"],"risks":[{"path":"pay.js","why":"it moves money"}]}',
  counsel: '{"rules":[]}',
  planner: '{"items":[{"rules":["res/non-idempotent-retry"],"paths":["pay.js"],"focus":"the retry"}]}',
  lead: '{"summary":"One retry pays twice (F1).","order":["F1"],"next":"pass an idempotency key"}',
  builder: '{"old":"","new":"","why":""}',
};

export type Script = Partial<Record<Role | 'arbiter', string | ((asked: Asked, n: number) => string | Fault)>>;

const told = (
  given: string | ((asked: Asked, n: number) => string | Fault),
  asked: Asked,
  n: number,
): string | Fault => (typeof given === 'string' ? given : given(asked, n));

/** Null for the roles that judge lines. */
const actorOf = (asked: Asked): Role | 'arbiter' | null => {
  if (isVerification(asked)) return null;
  return roleOf(asked) ?? (isArbitration(asked) ? 'arbiter' : null);
};

const UPHELD = '{"quote":"NONE","why":""}';

/** Answers as the roles do: scripted ones as told, Reviewers and Verifiers as in `finding`. */
export const playing = (script: Script = {}, review: (asked: Asked) => string = (asked) => finding(asked)) => {
  const counts = new Map<string, number>();
  return (asked: Asked): string | Fault => {
    const role = actorOf(asked);
    if (role === null) return review(asked);
    const n = counts.get(role) ?? 0;
    counts.set(role, n + 1);
    return told(script[role] ?? (role === 'arbiter' ? UPHELD : USUAL[role]), asked, n);
  };
};
