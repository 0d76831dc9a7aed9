import { ConfigError } from '../errors.ts';
import { YAML_DEPTH, yamlDepth } from '../text/yaml-guard.ts';

/** Caps on a configuration before any parser sees it: deep nesting makes the YAML parser abort the process. */
const MOST = { bytes: 64 * 1024, lines: 2000 } as const;

/** Refuses text that is no plausible configuration: too large, too many lines, nested too deeply. Throws ConfigError. */
export const guardYaml = (text: string, file: string): void => {
  const refuse = (why: string): never => {
    throw new ConfigError(`${file}: ${why}`, 'A configuration is a short, flat YAML file; `lgtm init` writes one.');
  };
  if (Buffer.byteLength(text) > MOST.bytes) refuse(`larger than ${MOST.bytes / 1024} KiB`);
  if (text.split('\n').length > MOST.lines) refuse(`more than ${MOST.lines} lines`);
  if (yamlDepth(text) > YAML_DEPTH) refuse('nested too deeply');
};
