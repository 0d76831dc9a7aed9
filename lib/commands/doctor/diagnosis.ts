import { EXIT, LgtmError, messageOf } from '../../errors.ts';

/** One link of the chain: whether it holds, and what mends it. */
export interface Diagnosis {
  readonly name: string;
  /** `fail`: a commit would not be reviewed in full. `warn`: it would, and there is something to know. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** The command or the step that mends it; empty where there is nothing to mend. */
  readonly hint: string;
  /** Exit code of a link that cannot be used at all; 3 where it only fails. */
  readonly exitCode?: number;
}

const diagnosis =
  (state: Diagnosis['state']) =>
  (name: string, message: string, hint = ''): Diagnosis => ({ name, state, message, hint });

export const ok = diagnosis('ok');
export const warn = diagnosis('warn');
export const fail = diagnosis('fail');

/** What an error says of a link. */
export const faultOf = (name: string, error: unknown): Diagnosis => ({
  ...fail(name, messageOf(error), error instanceof LgtmError ? error.hint : ''),
  ...(error instanceof LgtmError && error.exitCode === EXIT.usage ? { exitCode: EXIT.usage } : {}),
});

/** Does the work; whatever it throws is what is wrong with the link, so that one broken link does not hide the others. */
export const attempt = async (
  name: string,
  work: () => Promise<readonly Diagnosis[]>,
): Promise<readonly Diagnosis[]> => {
  try {
    return await work();
  } catch (error) {
    return [faultOf(name, error)];
  }
};
