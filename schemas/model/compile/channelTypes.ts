import { unknownNameMessage } from '../didYouMean.ts';
import type { Json, JsonObject, JsonSchema } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** What the folder of a type of channel says, as far as schemas ask for it. */
export interface ChannelTypeFile {
  type: string;
  label: string;
  order: number;
  /** Names of the fields that its channels have beside those that all have. */
  fields: string[];
  capabilities: JsonObject;
  limits: JsonObject;
  /** What it brings into the entity of channels, and the file that says so. */
  own: { file: string; properties: Record<string, JsonSchema>; form?: JsonObject[] };
}

/** What a type brings, beside its `channel.json`. */
const ownFileOf = (file: string): string => file.replace(/channel\.json$/, 'fields.json');

/** The product's types of channel in their order; a file with mistakes is read as far as it goes. */
export const channelTypesOf = (
  names: readonly string[],
  files: ReadonlyMap<string, JsonSchema>,
): ChannelTypeFile[] =>
  names
    .map((file): ChannelTypeFile => {
      const own = { properties: {}, ...files.get(ownFileOf(file)), file: ownFileOf(file) };
      const content = {
        ...{ type: '', label: '', order: 0, fields: [], capabilities: {}, limits: {} },
        ...(files.get(file) as Partial<ChannelTypeFile> | undefined),
      };
      return { ...content, own, fields: [...content.fields, ...Object.keys(own.properties)] };
    })
    .toSorted((one, other) => one.order - other.order);

/** What a type can do, as conditions name it. */
const capabilityWordsOf = ({ fields, capabilities, limits }: ChannelTypeFile): string[] => [
  ...fields.map((field) => `fields.${field}`),
  ...Object.entries(capabilities).flatMap(([name, value]) => (value ? [name] : [])),
  ...Object.keys(limits).map(limitWord),
];
const limitWord = (name: string): string => `limits.${name}`;

/** The number that a type says for a limit, as limits name it. */
const limitValue = ({ limits }: ChannelTypeFile, word: string): number | undefined =>
  Object.entries(limits).find(([name]) => limitWord(name) === word)?.[1] as number | undefined;

/** Keywords of a conditional limit that may ask the types of channel for their number. */
const CAPABILITY_NUMBERS = ['maxLength', 'maxItems'] as const;

/**
 * A schema with the types of channel that can do something in the place of each `{"can": "…"}`, and with an entry for
 * each number that they say in the place of a conditional limit that asks for it.
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
        ? limitsOfTypes(item, types, problems, itemPath)
        : [resolveCapabilityConditions(item, types, problems, itemPath)];
    });
  if (value === null || typeof value !== 'object') return value;
  const word = capabilityWord(value);
  if (word === undefined)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        resolveCapabilityConditions(inner, types, problems, `${path}${jsonPointer(key)}`),
      ]),
    );
  const able = types.filter((one) => capabilityWordsOf(one).includes(word));
  if (able.length === 0) {
    const known = [...new Set(types.flatMap(capabilityWordsOf))];
    problems.add(path, unknownNameMessage('capability of channels', word, known));
  }
  return choicesOf(able);
}

/** The word of `{"can": "…"}`. */
function capabilityWord(value: Json | undefined): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const word = Object.keys(value).length === 1 ? value['can'] : undefined;
  return typeof word === 'string' ? word : undefined;
}

/** What a condition compares with: one type, or the list of them. */
function choicesOf(types: readonly ChannelTypeFile[]): Json {
  const [only, ...others] = types.map(({ type }) => type);
  return only === undefined || others.length > 0 ? types.map(({ type }) => type) : only;
}

/** Whether it is an entry of `limits` whose number the types of channel say. */
function isCapabilityLimit(item: Json): item is JsonObject {
  if (item === null || typeof item !== 'object' || Array.isArray(item) || !('when' in item)) return false;
  return CAPABILITY_NUMBERS.some((keyword) => capabilityWord(item[keyword]) !== undefined);
}

/** A conditional limit once for each number that types of channel say, with those types in its condition. */
function limitsOfTypes(
  limit: JsonObject,
  types: readonly ChannelTypeFile[],
  problems: Problems,
  path: string,
): Json[] {
  const keyword = CAPABILITY_NUMBERS.find((one) => capabilityWord(limit[one]) !== undefined) ?? 'maxLength';
  const word = capabilityWord(limit[keyword]) ?? '';
  const numbers = new Set(types.flatMap((one) => limitValue(one, word) ?? []));
  if (numbers.size === 0) {
    const known = new Set(types.flatMap(({ limits }) => Object.keys(limits).map(limitWord)));
    problems.add(`${path}${jsonPointer(keyword)}`, unknownNameMessage('limit of channels', word, known));
  }
  return [...numbers].map((number) => {
    const typesWithLimit = choicesOf(types.filter((one) => limitValue(one, word) === number));
    const filled = withChoicesFor(word, typesWithLimit, { ...limit, [keyword]: number });
    return {
      ...(resolveCapabilityConditions(filled, types, problems, path) as JsonObject),
      fromChannelTypes: true,
    };
  });
}

/** A value with the types in the place of each `{"can": "…"}` of one word. */
function withChoicesFor(word: string, choices: Json, value: Json): Json {
  if (capabilityWord(value) === word) return choices;
  if (Array.isArray(value)) return value.map((item) => withChoicesFor(word, choices, item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withChoicesFor(word, choices, inner)]),
  );
}
