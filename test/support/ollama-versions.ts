/** How releases differ in what lgtm meets; the families that the tests run against. */

export const VERSIONS = ['0.11.0', '0.24.0', '0.33.0', '0.0.0'] as const;

const orderOf = (version: string): number => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major * 1e6 + minor * 1e3 + patch;
};

/** The engine that a version runs: `new` spawns llama-server, `cgo` has llama.cpp built in. A build without version is cgo. */
const engineOf = (version: string): 'cgo' | 'new' => (orderOf(version) >= orderOf('0.30.0') ? 'new' : 'cgo');

/** True where `truncate: false` is obeyed. */
export const obeysTruncate = (version: string): boolean => version === '0.0.0' || orderOf(version) >= orderOf('0.12.6');

export const hasLogprobs = (version: string): boolean => version === '0.0.0' || orderOf(version) >= orderOf('0.12.11');

export const reportsCache = (version: string): boolean => orderOf(version) >= orderOf('0.34.0');

export const thinkLevels = (version: string): readonly string[] =>
  orderOf(version) >= orderOf('0.21.0') ? ['low', 'medium', 'high', 'max'] : ['low', 'medium', 'high'];

/** The refusal of a prompt that is too long. */
export const overflowBody = (version: string, prompt: number, context: number): { error: string } =>
  engineOf(version) === 'cgo'
    ? { error: 'the input length exceeds the context length' }
    : {
        error: JSON.stringify({
          error: {
            code: 400,
            message: `request (${prompt} tokens) exceeds the available context size (${context} tokens), try increasing it`,
            type: 'exceed_context_size_error',
            n_prompt_tokens: prompt,
            n_ctx: context,
          },
        }),
      };

/** Tokens that are left of a long prompt where it is cut in silence. */
export const truncatedTo = (version: string, context: number): number =>
  engineOf(version) === 'cgo' ? context : Math.floor(context / 2) + 2;

/** The refusal of a format that is no schema. */
export const formatBody = (version: string): [number, { error: string }] =>
  engineOf(version) === 'cgo'
    ? [500, { error: 'invalid JSON schema in format' }]
    : [400, { error: 'invalid format: "x"; expected "json" or a valid JSON Schema object' }];
