import { capabilitiesOf, isChannelType } from '../../schemas/channels/registry.ts';
import type { ChannelCapabilities, ChannelType } from '../../schemas/channels/types.ts';
import { custom } from './custom/index.ts';
import { facebook } from './facebook/index.ts';
import { line } from './line/index.ts';
import type { ChannelService } from './types.ts';
import { webchat } from './webchat/index.ts';

/** A type that the schemas have and this list has not fails the type check. */
const BUILT_IN: Record<ChannelType, ChannelService> = {
  LINE: line,
  FACEBOOK: facebook,
  WEBCHAT: webchat,
  CUSTOM: custom,
};

const registered = new Map<string, ChannelService>(Object.entries(BUILT_IN));

/**
 * Adds a type of channel from outside this folder: a test's, or an extension's, before the services start.
 * `schemas/channels/registry.ts` takes its other side.
 * @throws Error for a type that there is already
 */
export function registerChannelType(service: ChannelService): void {
  if (registered.has(service.type)) throw new Error(`Channel type ${service.type} is registered twice`);
  registered.set(service.type, service);
}

/** Every type of channel. */
export const channelServices = (): ChannelService[] => [...registered.values()];

/** @throws Error for a type that nobody has registered */
export function channelServiceOf(type: string): ChannelService {
  const found = registered.get(type);
  if (!found) throw new Error(`Unknown channel type ${type}`);
  return found;
}

/** Parts that a type has to have, and those that go with a capability. */
const PARTS = [
  'path',
  'inbound',
  'sender',
  'hasCredentials',
  'testCredentials',
  'destinationUrl',
  'rateLimits',
] as const;
const BY_CAPABILITY = {
  fetchesProfiles: ['fetchProfile', (one) => one.fetchProfile],
  quota: ['fetchQuota', (one) => one.fetchQuota],
  figures: ['fetchFigures', (one) => one.fetchFigures],
  followerCounts: ['fetchFollowerCount', (one) => one.fetchFollowerCount],
  followerIds: ['fetchFollowerIds', (one) => one.fetchFollowerIds],
  multicast: ['sender.multicast', (one) => one.sender.multicast],
  broadcastToEveryone: ['sender.multicast', (one) => one.sender.multicast],
} satisfies Partial<Record<keyof ChannelCapabilities, [string, (service: ChannelService) => unknown]>>;

/** What a type of channel lacks to be worked with, a phrase each. */
function missingParts(type: string): string[] {
  const service = registered.get(type);
  const sides = [
    ...(isChannelType(type) ? [] : ['its schema side (schemas/channels)']),
    ...(service ? [] : ['its service side (services/channels)']),
  ];
  if (!service || sides.length > 0) return sides;
  const lacking = PARTS.filter((part) => service[part] === undefined);
  if (lacking.length > 0) return [...lacking];
  return Object.entries(BY_CAPABILITY).flatMap(([capability, [part, partOf]]) => {
    const isNeeded = capabilitiesOf(type)[capability as keyof ChannelCapabilities];
    return isNeeded && !partOf(service) ? [`${part}, for its capability ${capability}`] : [];
  });
}

/** Refuses a product whose types of channel are not whole. @throws Error naming each type and what it lacks */
export function assertChannelTypes(types: readonly string[]): void {
  const faults = types.flatMap((type) => {
    const missing = missingParts(type);
    return missing.length > 0 ? [`Channel type ${type} lacks ${missing.join(', ')}`] : [];
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
