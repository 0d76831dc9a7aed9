import type { StagedFile } from '../../types.ts';
import type { Change, ChangeFound } from './kinds.ts';

interface Kind {
  readonly name: RegExp;
  /** True where this very file holds nothing secret. */
  readonly harmless?: (file: StagedFile) => boolean;
}

const says = (file: StagedFile, words: RegExp): boolean => file.addedLines.some(({ text }) => words.test(text));

/** Values that a front end publishes anyway, and settings that open nothing. */
const PUBLIC_SETTING =
  /^\s*(?:#|$|(?:export\s+)?(?:(?:VITE|NEXT_PUBLIC|NUXT_PUBLIC|REACT_APP|EXPO_PUBLIC|GATSBY|PUBLIC|VUE_APP)_\w+|NODE_ENV|PORT|HOST|LOG_LEVEL|TZ|[A-Z]\w*)\s*=\s*$|(?:export\s+)?(?:(?:VITE|NEXT_PUBLIC|NUXT_PUBLIC|REACT_APP|EXPO_PUBLIC|GATSBY|PUBLIC|VUE_APP)_\w+|NODE_ENV|PORT|HOST|LOG_LEVEL|TZ)\s*=)/;

const isPublic = (file: StagedFile): boolean =>
  !file.binary && file.addedLines.every(({ text }) => PUBLIC_SETTING.test(text));

const lacks =
  (words: RegExp) =>
  (file: StagedFile): boolean =>
    !file.binary && !says(file, words);

const holdsCertificate = (file: StagedFile): boolean =>
  says(file, /-----BEGIN (?:CERTIFICATE|PUBLIC KEY|X509 CRL)/) && !says(file, /PRIVATE KEY/);

/** To add a kind of file: one entry here. */
const KINDS: readonly Kind[] = [
  { name: /(?:^|\/)\.env(?:\.[\w-]+)*$/, harmless: (file) => TEMPLATE.test(file.path) || isPublic(file) },
  { name: /(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|\.ppk$/ },
  { name: /\.pem$/, harmless: holdsCertificate },
  { name: /\.key$/, harmless: lacks(/PRIVATE KEY/) },
  { name: /\.(?:p12|pfx|jks|keystore|kdbx|p8)$/ },
  { name: /(?:^|\/)wallet\.dat$|(?:^|\/)(?:secring|private-keys)[\w.-]*\.(?:gpg|asc)$/ },
  { name: /(?:^|\/)\.npmrc$/, harmless: lacks(/_authToken\s*=\s*[^$\s]|_password\s*=|_auth\s*=\s*[^$\s]/) },
  { name: /(?:^|\/)(?:\.netrc|_netrc|\.pgpass|\.git-credentials|\.my\.cnf)$/ },
  {
    name: /(?:^|\/)(?:credentials|client_secrets?|service[-_]account[\w-]*)\.json$/,
    harmless: lacks(/private_key|client_secret|refresh_token|secret/i),
  },
  { name: /\.tfstate(?:\.backup)?$/ },
];

const TEMPLATE = /\.(?:example|sample|template|dist|defaults?|schema|test)$/;

const isNew = ({ status, kind }: StagedFile): boolean =>
  kind === 'file' && (status === 'A' || status === 'R' || status === 'T');

/** Finds files that by their name hold keys or credentials, as they are added. */
export const secretFile = ({ files }: Change): ChangeFound[] =>
  files
    .filter((file) => isNew(file) && KINDS.some(({ name, harmless }) => name.test(file.path) && !harmless?.(file)))
    .map(({ path }) => ({ path, line: 1, quote: path }));
