import { custom } from './custom/index.ts';
import { facebook } from './facebook/index.ts';
import { line } from './line/index.ts';
import type { ChannelCapabilities, ChannelType, ChannelTypeSchema } from './types.ts';
import { webchat } from './webchat/index.ts';

/** A type that has a `channel.json` and no entry here fails the type check. */
const BUILT_IN: Record<ChannelType, ChannelTypeSchema> = {
  LINE: line,
  FACEBOOK: facebook,
  WEBCHAT: webchat,
  CUSTOM: custom,
};

const registered = new Map<string, ChannelTypeSchema>(Object.entries(BUILT_IN));

/**
 * Adds a type of channel from outside this folder: a test's, or an extension's. Its `channel.json` belongs into
 * `channels/<name>/` of the schema folder too, so that records may have the type; `services/channels/registry.ts` and
 * `src/channels/registry.ts` take its other sides.
 * @throws Error for a type that there is already
 */
export function registerChannelType(definition: ChannelTypeSchema): void {
  if (registered.has(definition.type)) throw new Error(`Channel type ${definition.type} is registered twice`);
  registered.set(definition.type, definition);
}

/** Every type of channel, in their order. */
export const channelTypes = (): ChannelTypeSchema[] =>
  [...registered.values()].toSorted((one, other) => one.order - other.order);

/** Whether there is such a type. */
export const isChannelType = (type: unknown): type is ChannelType =>
  typeof type === 'string' && registered.has(type);

/** @throws Error for a type that nobody has registered */
export function channelTypeOf(type: string): ChannelTypeSchema {
  const found = registered.get(type);
  if (!found) throw new Error(`Unknown channel type ${type}`);
  return found;
}

/** What channels of a type can do; nothing for an unknown type, such as one whose record was deleted. */
export const capabilitiesOf = (type: string | undefined): ChannelCapabilities =>
  (type === undefined ? undefined : registered.get(type))?.capabilities ?? {};

/** The types whose channels can do something, in their order. */
export const channelTypesThatCan = (capability: keyof ChannelCapabilities): ChannelType[] =>
  channelTypes()
    .filter(({ capabilities }) => Boolean(capabilities[capability]))
    .map(({ type }) => type as ChannelType);

/** What the types are called whose channels can do something: "LINE", or several with "or" between them. */
export const channelLabelsThatCan = (capability: keyof ChannelCapabilities): string =>
  channelTypesThatCan(capability)
    .map((type) => channelTypeOf(type).label)
    .join(' or ');
