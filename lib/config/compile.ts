import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { PACKAGE_URL } from '../root.ts';
import { DEFAULTS } from './config.ts';
import { REPO_KEYS, RepoSchema } from './schema.ts';

/** Where the package has the schema that editors read. */
export const SCHEMA_FILE = new URL('specs/schema/config.schema.json', PACKAGE_URL);

type Properties = Readonly<Record<string, object>>;

const defaults: ReadonlyMap<string, unknown> = new Map(Object.entries(DEFAULTS));

const withDefaults = (properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([key, property]) => {
      const value = defaults.get(key);
      const isGiven = REPO_KEYS.includes(key) && value !== null && key !== 'budget';
      return [key, isGiven ? { ...property, default: value } : property];
    }),
  );

/** The schema of `lgtm.config.yaml` as JSON Schema (draft 7), made from the one that checks it. */
export const configSchema = (): object => {
  const {
    $schema,
    properties = {},
    ...rest
  } = toJsonSchema(RepoSchema) as {
    $schema?: string;
    properties?: Properties;
  };
  return {
    $schema,
    $id: 'urn:lgtm-hook:config:1',
    title: 'lgtm.config.yaml',
    description:
      'What lgtm reviews, and how hard. Every key is optional. Below the top level only rules, domains, include and exclude may stand.',
    ...rest,
    properties: withDefaults(properties),
  };
};

/** Short lists on one line each, as the formatter has them. */
const render = (schema: object): string =>
  `${JSON.stringify(schema, null, 2).replace(/\[\s+("[^[\]{}]*?")\s+\]/g, (_, items: string) => `[${items.replace(/,\s+/g, ', ')}]`)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(SCHEMA_FILE, render(configSchema()));
