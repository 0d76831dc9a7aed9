/**
 * Keys that never count when they come from a repository: they decide where code is sent, what is run and what is trusted.
 * Present there, each is named in a warning and ignored.
 */
export const USER_ONLY: ReadonlySet<string> = new Set([
  ...[
    'provider',
    'host',
    'hosts',
    'url',
    'baseUrl',
    'base_url',
    'endpoint',
    'port',
    'proxy',
    'headers',
    'apiKey',
    'api_key',
    'key',
    'token',
  ],
  ...['allowRemote', 'allow_remote', 'allowCloud', 'pull', 'autoPull', 'keepAlive', 'loadTimeout'],
  ...[
    'prompt',
    'prompts',
    'system',
    'template',
    'templates',
    'command',
    'commands',
    'plugins',
    'extends',
    'import',
    '$import',
  ],
  ...['cache', 'cacheDir', 'cachePath', 'state', 'stateDir', 'log', 'logFile', 'trust', 'trusted'],
]);
