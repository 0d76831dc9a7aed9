import { ModelFault } from './errors.ts';
import { agreedTo } from './host.ts';
import { isCloudName, type Listed } from './ollama-names.ts';

/** Models that the local server passes on to another machine: an address on this one proves nothing about them. */

/** Where cloud models run. */
export const CLOUD = new URL('https://ollama.com');

/** Where a model runs, null where that is here. What cannot be read counts as the cloud. */
export const remoteOf = (model: Listed): URL | null => {
  if (model.remoteHost === '') return isCloudName(model.name) ? CLOUD : null;
  const written = model.remoteHost.includes('://') ? model.remoteHost : `https://${model.remoteHost}`;
  return URL.canParse(written) ? new URL(written) : CLOUD;
};

/** Throws ModelFault `remote-refused` unless the model runs here or the user has agreed to where it does. */
export const refuseRemote = (name: string, remote: URL | null, allowRemote: readonly string[]): void => {
  if (!remote || agreedTo(remote, allowRemote)) return;
  throw new ModelFault(
    'remote-refused',
    `the model "${name}" runs at ${remote.hostname}, not on this machine, so nothing was sent to it`,
    `Choose a local model. If your code may go there, put "${remote.hostname}" under allowRemote in your own lgtm configuration.`,
  );
};
