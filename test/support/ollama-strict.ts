/** What a chat request of lgtm may hold. Ollama itself ignores much of what is refused here; a test does not. */

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isBool: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isInteger: Check = Number.isInteger;
const isList: Check = Array.isArray;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const BODY: Readonly<Record<string, Check>> = {
  model: isText,
  messages: isList,
  stream: isBool,
  format: (value) => value === 'json' || isObject(value),
  keep_alive: (value) => isText(value) || isNumber(value),
  options: isObject,
  think: (value) => isBool(value) || ['low', 'medium', 'high', 'max'].includes(String(value)),
  truncate: isBool,
  logprobs: isBool,
  top_logprobs: isInteger,
  tools: isList,
};

const OPTIONS: Readonly<Record<string, Check>> = {
  num_ctx: isInteger,
  num_predict: isInteger,
  temperature: isNumber,
  top_p: isNumber,
  top_k: isInteger,
  min_p: isNumber,
  repeat_penalty: isNumber,
  repeat_last_n: isInteger,
  seed: isInteger,
  stop: isList,
};

const MESSAGE: Readonly<Record<string, Check>> = {
  role: isText,
  content: isText,
  tool_calls: isList,
  tool_name: isText,
};

const against = (
  where: string,
  value: Readonly<Record<string, unknown>>,
  table: Readonly<Record<string, Check>>,
): string[] =>
  Object.entries(value).flatMap(([key, field]) => {
    const check = table[key];
    if (!check) return [`${where}: unknown field "${key}"`];
    return check(field) ? [] : [`${where}: "${key}" has the wrong type`];
  });

const missing = (where: string, value: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] =>
  keys.filter((key) => value[key] === undefined).map((key) => `${where}: "${key}" is missing`);

interface Schema {
  readonly pattern?: unknown;
  readonly anyOf?: unknown;
  readonly properties?: unknown;
  readonly required?: unknown;
  readonly $ref?: unknown;
  readonly maxLength?: unknown;
  readonly maxItems?: unknown;
}

/** Bounds beyond which some release refuses the grammar, lets it grow without end, or takes the server down. */
const LARGEST = [
  ['maxLength', 500],
  ['maxItems', 30],
] as const;

const keywordFaults = (where: string, schema: Schema): string[] => [
  ...(isText(schema.pattern) ? [`${where}: a pattern can take the server down`] : []),
  ...LARGEST.flatMap(([key, most]) => (Number(schema[key]) > most ? [`${where}: ${key} above ${most}`] : [])),
  ...(schema.anyOf && schema.properties ? [`${where}: anyOf beside properties`] : []),
  ...(isText(schema.$ref) && !String(schema.$ref).startsWith('#') ? [`${where}: remote $ref`] : []),
];

const objectFaults = (where: string, schema: Schema): string[] => {
  const { properties, required } = schema;
  if (!isObject(properties)) return [];
  const names = Object.keys(properties);
  const asked = Array.isArray(required) ? required : [];
  return [
    ...(names.length === 0 ? [`${where}: an object without properties`] : []),
    ...names.filter((name) => !asked.includes(name)).map((name) => `${where}: "${name}" is not required`),
  ];
};

/** Faults of a JSON Schema and of all schemas inside it. */
export const schemaFaults = (schema: unknown, where = 'format'): string[] => {
  if (Array.isArray(schema)) return schema.flatMap((item, i) => schemaFaults(item, `${where}[${i}]`));
  if (!isObject(schema)) return [];
  const inside = Object.entries(schema)
    .filter(([key]) => key !== 'enum' && key !== 'const')
    .flatMap(([key, value]) => schemaFaults(value, `${where}.${key}`));
  // `properties` maps names to schemas; a property may itself be called "pattern" or "properties".
  if (where.endsWith('.properties')) return inside;
  return [...keywordFaults(where, schema), ...objectFaults(where, schema), ...inside];
};

const messageFaults = (messages: unknown): string[] =>
  (Array.isArray(messages) ? messages : []).flatMap((message, i) => {
    const where = `messages[${i}]`;
    if (!isObject(message)) return [`${where}: not an object`];
    const role = ['system', 'user', 'assistant', 'tool'].includes(String(message['role']))
      ? []
      : [`${where}: unknown role`];
    return [...against(where, message, MESSAGE), ...missing(where, message, ['role', 'content']), ...role];
  });

/** Everything that is wrong with the body of a chat request; empty for a good one. */
export const chatFaults = (body: unknown): string[] => {
  if (!isObject(body)) return ['the body is not a JSON object'];
  const options = isObject(body['options']) ? body['options'] : {};
  return [
    ...against('body', body, BODY),
    ...missing('body', body, ['model', 'messages', 'keep_alive', 'options']),
    ...(body['truncate'] === false ? [] : ['body: without "truncate": false a long prompt is cut in silence']),
    ...against('options', options, OPTIONS),
    ...missing('options', options, ['num_ctx', 'num_predict', 'temperature', 'repeat_penalty', 'seed']),
    ...messageFaults(body['messages']),
    ...schemaFaults(body['format']),
  ];
};
