import { isIPv4, isIPv6 } from 'node:net';
import { ConfigError } from '../errors.ts';
import { ModelFault } from './errors.ts';

/** Where a model server is reached. */
export interface Host {
  /** `http://127.0.0.1:11434`, with the path where there is one and no slash at the end. */
  readonly base: string;
  /** Name or literal address and port, for messages. */
  readonly name: string;
  /** True where the connection provably stays on this machine. */
  readonly loopback: boolean;
}

/** `net.SplitHostPort` of Go, or null where that reports an error. */
const splitPort = (text: string): { host: string; port: string } | null => {
  const colon = text.lastIndexOf(':');
  if (colon === -1) return null;
  const port = text.slice(colon + 1);
  if (text.startsWith('[')) {
    const close = text.indexOf(']');
    const host = text.slice(1, close);
    return close + 1 === colon && !/[[\]]/.test(host + port) ? { host, port } : null;
  }
  const host = text.slice(0, colon);
  return /[:[\]]/.test(host) || /[[\]]/.test(port) ? null : { host, port };
};

const portOr = (port: string, otherwise: string): string => {
  const number = /^[+-]?\d+$/.test(port) ? Number(port) : -1;
  return number >= 0 && number <= 65535 ? String(number) : otherwise;
};

const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '');

const SCHEME_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

interface Parts {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
}

const partsOf = (written: string, defaultPort: string): Parts => {
  const text = written
    .trim()
    .replace(/^["']+|["']+$/g, '')
    .trim();
  if (text === 'ollama.com') return { scheme: 'https', host: text, port: '443', path: '' };
  const mark = text.indexOf('://');
  const scheme = mark === -1 ? 'http' : text.slice(0, mark);
  const port = mark === -1 ? defaultPort : (SCHEME_PORTS[scheme] ?? defaultPort);
  const [authority = '', ...rest] = (mark === -1 ? text : text.slice(mark + 3)).split('/');
  const split = splitPort(authority);
  const path = trimSlashes(rest.join('/'));
  if (split) return { scheme, host: split.host || '127.0.0.1', port: portOr(split.port, port), path };
  const bare = authority.replace(/^[[\]]+|[[\]]+$/g, '');
  return { scheme, host: isIPv6(bare) || isIPv4(bare) ? bare : authority || '127.0.0.1', port, path };
};

const unusable = (written: string): ConfigError =>
  new ConfigError(
    `the model host ${JSON.stringify(written)} is not an address`,
    'Write it as 127.0.0.1:11434 or http://127.0.0.1:11434.',
  );

/**
 * The address that `written` means in the syntax of OLLAMA_HOST, read as Ollama itself reads it: quotes and spaces around
 * it, no scheme (port `defaultPort`), `http://` (80), `https://` (443), `:port`, bare IPv6, a path, and a port that is no
 * number all have Ollama's meaning. Addresses to listen on (0.0.0.0, ::) become the loopback address to connect to.
 * Throws ConfigError where no URL comes of it, or one with user, query or fragment.
 */
export const readHost = (written: string, defaultPort: number): URL => {
  const { scheme, host, port, path } = partsOf(written, String(defaultPort));
  const authority = host.includes(':') ? `[${host}]` : host;
  let url: URL;
  try {
    url = new URL(`${scheme.toLowerCase()}://${authority}:${port}/${path}`);
  } catch {
    throw unusable(written);
  }
  const extra = url.username || url.password || url.search || url.hash;
  if (!/^https?:$/.test(url.protocol) || extra) throw unusable(written);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url;
};

/** True for literal 127.0.0.0/8, ::1 and the name localhost, which `send` resolves itself. */
export const isLoopback = (url: URL): boolean =>
  /^127\.\d+\.\d+\.\d+$/.test(url.hostname) || url.hostname === '[::1]' || url.hostname === 'localhost';

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

/** True where the user has agreed to this host, as `host` or `host:port`. */
export const agreedTo = (url: URL, allowRemote: readonly string[]): boolean => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const names = [host, url.hostname, `${host}:${portOf(url)}`, `${url.hostname}:${portOf(url)}`];
  return allowRemote.some((entry) => names.includes(entry.trim().toLowerCase()));
};

/** Accepts a host that is on this machine or that the user has agreed to. Throws ModelFault `remote-refused` otherwise. */
export const proveHost = (url: URL, allowRemote: readonly string[]): Host => {
  const name = `${url.hostname}:${portOf(url)}`;
  const loopback = isLoopback(url);
  if (!loopback && !agreedTo(url, allowRemote))
    throw new ModelFault(
      'remote-refused',
      `the model host ${name} is not on this machine, so nothing was sent to it`,
      `If your code may go there, put "${url.hostname.replace(/^\[|\]$/g, '')}" under allowRemote in your own lgtm configuration.`,
    );
  return { base: url.href.replace(/\/+$/, ''), name, loopback };
};
