import { unknownNameMessage } from '../didYouMean.ts';
import type { Json, JsonObject, JsonSchema } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** A channel type's folder, as far as schemas depend on it. */
export interface ChannelTypeFile {
  type: string;
  label: string;
  order: number;
  /** Fields of its channels besides the common ones. */
  fields: string[];
  capabilities: JsonObject;
  limits: JsonObject;
  /** Fields and form sections that it adds to the channel entity, and their file. */
  fieldsFile: { file: string; properties: Record<string, JsonSchema>; form?: JsonObject[] };
}

/** The `fields.json` beside a `channel.json`. */
const fieldsFileOf = (file: string): string => file.replace(/channel\.json$/, 'fields.json');

/** The product's channel types in their order; of a file with mistakes the valid parts. */
export const channelTypesOf = (
  names: readonly string[],
  files: ReadonlyMap<string, JsonSchema>,
): ChannelTypeFile[] =>
  names
    .map((file): ChannelTypeFile => {
      const fieldsFile = { properties: {}, ...files.get(fieldsFileOf(file)), file: fieldsFileOf(file) };
      const content = {
        ...{ type: '', label: '', order: 0, fields: [], capabilities: {}, limits: {} },
        ...(files.get(file) as Partial<ChannelTypeFile> | undefined),
      };
      return { ...content, fieldsFile, fields: [...content.fields, ...Object.keys(fieldsFile.properties)] };
    })
    .toSorted((one, other) => one.order - other.order);

/** Names of a type's capabilities in conditions. */
const capabilityNames = ({ fields, capabilities, limits }: ChannelTypeFile): string[] => [
  ...fields.map((field) => `fields.${field}`),
  ...Object.entries(capabilities).flatMap(([name, value]) => (value ? [name] : [])),
  ...Object.keys(limits).map(limitName),
];
const limitName = (name: string): string => `limits.${name}`;

/** A type's value of a limit. */
const limitValue = ({ limits }: ChannelTypeFile, word: string): number | undefined =>
  Object.entries(limits).find(([name]) => limitName(name) === word)?.[1] as number | undefined;

/** Keywords of a conditional limit that may refer to a limit of the channel types. */
const CAPABILITY_NUMBERS = ['maxLength', 'maxItems'] as const;

/**
 * Replaces each `{"can": "…"}` in a schema by the channel types with that capability, and each conditional limit that
 * refers to a limit of the types by one entry per value.
 */
export function resolveCapabilityConditions(
  value: Json,
  types: readonly ChannelTypeFile[],
  problems: Problems,
  path = '',
): Json {
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      const itemPath = `${path}${jsonPointer(index)}`;
      return isCapabilityLimit(item)
        ? expandCapabilityLimit(item, types, problems, itemPath)
        : [resolveCapabilityConditions(item, types, problems, itemPath)];
    });
  if (value === null || typeof value !== 'object') return value;
  const word = capabilityName(value);
  if (word === undefined)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        resolveCapabilityConditions(inner, types, problems, `${path}${jsonPointer(key)}`),
      ]),
    );
  const capableTypes = types.filter((one) => capabilityNames(one).includes(word));
  if (capableTypes.length === 0) {
    const known = [...new Set(types.flatMap(capabilityNames))];
    problems.add(path, unknownNameMessage('capability of channels', word, known));
  }
  return toMatchValue(capableTypes);
}

/** The capability in `{"can": "…"}`. */
function capabilityName(value: Json | undefined): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const word = Object.keys(value).length === 1 ? value['can'] : undefined;
  return typeof word === 'string' ? word : undefined;
}

/** The types as a condition compares with them: one, or a list. */
function toMatchValue(types: readonly ChannelTypeFile[]): Json {
  const [single, ...others] = types.map(({ type }) => type);
  return single === undefined || others.length > 0 ? types.map(({ type }) => type) : single;
}

/** Whether it is a conditional limit whose number comes from the channel types. */
function isCapabilityLimit(item: Json): item is JsonObject {
  if (item === null || typeof item !== 'object' || Array.isArray(item) || !('when' in item)) return false;
  return CAPABILITY_NUMBERS.some((keyword) => capabilityName(item[keyword]) !== undefined);
}

/** Expands a conditional limit to one per value that channel types have, with those types in its condition. */
function expandCapabilityLimit(
  limit: JsonObject,
  types: readonly ChannelTypeFile[],
  problems: Problems,
  path: string,
): Json[] {
  const keyword = CAPABILITY_NUMBERS.find((one) => capabilityName(limit[one]) !== undefined) ?? 'maxLength';
  const word = capabilityName(limit[keyword]) ?? '';
  const numbers = new Set(types.flatMap((one) => limitValue(one, word) ?? []));
  if (numbers.size === 0) {
    const known = new Set(types.flatMap(({ limits }) => Object.keys(limits).map(limitName)));
    problems.add(`${path}${jsonPointer(keyword)}`, unknownNameMessage('limit of channels', word, known));
  }
  return [...numbers].map((number) => {
    const typesWithLimit = toMatchValue(types.filter((one) => limitValue(one, word) === number));
    const replaced = replaceCapability(word, typesWithLimit, { ...limit, [keyword]: number });
    return {
      ...(resolveCapabilityConditions(replaced, types, problems, path) as JsonObject),
      fromChannelTypes: true,
    };
  });
}

/** Replaces `{"can": "…"}` of one capability by the types. */
function replaceCapability(word: string, choices: Json, value: Json): Json {
  if (capabilityName(value) === word) return choices;
  if (Array.isArray(value)) return value.map((item) => replaceCapability(word, choices, item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, replaceCapability(word, choices, inner)]),
  );
}
