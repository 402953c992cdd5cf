import { unknownWord } from '../nearest.ts';
import type { Json, JsonObject, JsonSchema } from '../types.ts';
import { at, type Problems } from './problems.ts';

/** What `channels/<name>/channel.json` says of a type of channel, as far as schemas ask for it. */
interface ChannelTypeFile {
  type: string;
  label: string;
  order: number;
  fields: string[];
  capabilities: JsonObject;
}

/** The product's types of channel in their order; a file with mistakes is read as far as it goes. */
export const channelTypesOf = (files: readonly JsonSchema[]): ChannelTypeFile[] =>
  files
    .map((file) => ({
      ...{ type: '', label: '', order: 0, fields: [], capabilities: {} },
      ...(file as Partial<ChannelTypeFile>),
    }))
    .toSorted((one, other) => one.order - other.order);

/** What a type can do, as conditions name it. */
const wordsOf = ({ fields, capabilities }: ChannelTypeFile): string[] => [
  ...fields.map((field) => `fields.${field}`),
  ...Object.entries(capabilities).flatMap(([name, value]) => (value ? [name] : [])),
];

/** A schema with the types of channel that can do something in the place of each `{"can": "…"}`. */
export function withTypesThatCan(
  value: Json,
  types: readonly ChannelTypeFile[],
  problems: Problems,
  path = '',
): Json {
  if (Array.isArray(value))
    return value.map((item, index) => withTypesThatCan(item, types, problems, `${path}${at(index)}`));
  if (value === null || typeof value !== 'object') return value;
  const word = Object.keys(value).length === 1 ? value['can'] : undefined;
  if (typeof word !== 'string')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        withTypesThatCan(inner, types, problems, `${path}${at(key)}`),
      ]),
    );
  const able = types.filter((one) => wordsOf(one).includes(word)).map(({ type }) => type);
  if (able.length === 0) {
    const known = [...new Set(types.flatMap(wordsOf))];
    problems.add(path, unknownWord('capability of channels', word, known));
  }
  const [only, ...others] = able;
  return only === undefined || others.length > 0 ? able : only;
}
