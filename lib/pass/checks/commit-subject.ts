import type { Change, ChangeFound } from './kinds.ts';

/** git shows subjects in 72 columns and less. */
const LONGEST = 72;

/** Messages that git or a tool writes, or that are gone after the next rebase. */
const AUTOMATIC = /^(?:Merge |Revert "|(?:fixup|squash|amend)! |Bump |chore\(deps|build\(deps|Initial commit$)/;

const VAGUE =
  /^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:wip|fix(?:es|ed)?|update[sd]?|change[sd]?|misc|stuff|tmp|temp|test|asdf|cleanup|minor|more|\.+)[.!]?$/i;

const MOOD =
  /^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:added|adding|adds|fixed|fixing|fixes|updated|updating|updates|removed|removing|removes|changed|changing|changes|renamed|renames|moved|moves|refactored|refactors|implemented|implements|improved|improves|introduced|introduces)\b/i;

const faults = (subject: string, second: string | undefined): string[] => [
  ...(subject.length > LONGEST ? [`${subject.length} characters, more than ${LONGEST}`] : []),
  ...(/[^.]\.$/.test(subject) ? ['ends with a period'] : []),
  ...(VAGUE.test(subject.trim()) ? ['does not say what changes'] : []),
  ...(MOOD.test(subject) ? ['is not in the imperative'] : []),
  ...(second !== undefined && second.trim() !== '' ? ['is not followed by a blank line'] : []),
];

/** The message as git will store it: comments and what stands below the scissors line are cut off. */
const stored = (message: string): string[] => {
  const lines = message.replaceAll('\r', '').split('\n');
  const scissors = lines.findIndex((line) => /^# -+ >8 -+$/.test(line));
  const kept = (scissors === -1 ? lines : lines.slice(0, scissors)).filter((line) => !line.startsWith('#'));
  const start = kept.findIndex((line) => line.trim() !== '');
  return start === -1 ? [] : kept.slice(start);
};

/** Finds what a subject line lacks; silent where the message is not known. */
export const commitSubject = ({ extras }: Change): ChangeFound[] => {
  const [subject, second] = stored(extras.message ?? '');
  if (subject === undefined || AUTOMATIC.test(subject)) return [];
  const named = faults(subject, second);
  return named.length === 0 ? [] : [{ path: 'COMMIT_EDITMSG', line: 1, quote: subject, note: named.join('; ') }];
};
