import { LgtmError, messageOf } from '../errors.ts';
import { ModelFault } from './errors.ts';
import { TransportError } from './exchange.ts';

/** Faults that look alike whatever the server speaks: broken connections, and something else in its place. */

/** What a server is called, and how people start it. */
export interface Server {
  readonly title: string;
  readonly host: string;
  readonly start: string;
}

const UNRESOLVED = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'];

const connectFault = ({ code, message }: TransportError, { title, host, start }: Server): [string, string] => {
  if (code === 'ETIMEDOUT') return [`${title} at ${host} does not accept connections (${message})`, start];
  if (UNRESOLVED.includes(code))
    return [`the name of the model host ${host} cannot be resolved (${code})`, 'Check the host name.'];
  if (code === 'ECONNREFUSED') return [`${title} is not running at ${host}`, start];
  return [`${title} at ${host} cannot be reached (${code})`, start];
};

/** The fault that a broken connection stands for. */
const transportFault = (error: TransportError, server: Server): ModelFault => {
  const { title, host, start } = server;
  const cause = { cause: error };
  if (error.phase === 'connect') {
    const [message, hint] = connectFault(error, server);
    return new ModelFault('unreachable', message, hint, cause);
  }
  if (error.code.startsWith('HPE_') || error.code.startsWith('ERR_HTTP'))
    return new ModelFault('not-ollama', `${host} does not speak HTTP (${error.code})`, start, cause);
  if (error.code === 'ETIMEDOUT')
    return new ModelFault(
      'timeout',
      `${title} at ${host} went silent in the middle of an answer (${error.message})`,
      'Its log says more.',
      cause,
    );
  const when = error.phase === 'head' ? 'without an answer' : 'in the middle of an answer';
  return new ModelFault(
    'failed',
    `${title} at ${host} closed the connection ${when} (${error.code})`,
    'It may have crashed; its log says more.',
    cause,
  );
};

/** The fault that a web page stands for where data were expected. */
export const pageFault = (status: number, { title, host }: Pick<Server, 'title' | 'host'>): ModelFault =>
  status >= 500
    ? new ModelFault(
        'failed',
        `something in front of ${host} answered ${status} with a web page`,
        `Reach ${title} directly.`,
      )
    : new ModelFault(
        'not-ollama',
        `${host} answered with a web page instead of data`,
        `Check that ${title} listens there.`,
      );

/** Does the work; whatever it throws comes out as a fault that callers know. */
export const explained = async <T>(server: Server, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LgtmError) throw error;
    if (error instanceof TransportError) throw transportFault(error, server);
    throw new ModelFault('failed', `${server.title} at ${server.host} could not be asked: ${messageOf(error)}`, '', {
      cause: error,
    });
  }
};
