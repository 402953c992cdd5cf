import { capabilitiesOf, isChannelType } from '../../schemas/channels/registry.ts';
import type { ChannelCapabilities, ChannelType } from '../../schemas/channels/types.ts';
import { custom } from './custom/index.ts';
import { facebook } from './facebook/index.ts';
import { line } from './line/index.ts';
import type { ChannelService } from './types.ts';
import { webchat } from './webchat/index.ts';

/** The type check fails for a type that is in the schemas but not here. */
const BUILT_IN_TYPES: Record<ChannelType, ChannelService> = {
  LINE: line,
  FACEBOOK: facebook,
  WEBCHAT: webchat,
  CUSTOM: custom,
};

const registered = new Map<string, ChannelService>(Object.entries(BUILT_IN_TYPES));

/**
 * Adds a type of channel of a test or an extension, before the services start. Its schema side is registered in
 * `schemas/channels/registry.ts`.
 * @throws Error for a registered type
 */
export function registerChannelType(service: ChannelService): void {
  if (registered.has(service.type)) throw new Error(`Channel type ${service.type} is registered twice`);
  registered.set(service.type, service);
}

/** Every type of channel. */
export const channelServices = (): ChannelService[] => [...registered.values()];

/** @throws Error for a type that nobody has registered */
export function channelServiceOf(type: string): ChannelService {
  const service = registered.get(type);
  if (!service) throw new Error(`Unknown channel type ${type}`);
  return service;
}

/** Parts that every type needs, and those that a capability requires. */
const REQUIRED_PARTS = [
  'path',
  'inbound',
  'sender',
  'hasCredentials',
  'testCredentials',
  'destinationUrl',
  'rateLimits',
] as const;
const PARTS_BY_CAPABILITY = {
  fetchesProfiles: ['fetchProfile', (one) => one.fetchProfile],
  quota: ['fetchQuota', (one) => one.fetchQuota],
  figures: ['fetchFigures', (one) => one.fetchFigures],
  followerCounts: ['fetchFollowerCount', (one) => one.fetchFollowerCount],
  followerIds: ['fetchFollowerIds', (one) => one.fetchFollowerIds],
  multicast: ['sender.multicast', (one) => one.sender.multicast],
  broadcastToEveryone: ['sender.multicast', (one) => one.sender.multicast],
} satisfies Partial<Record<keyof ChannelCapabilities, [string, (service: ChannelService) => unknown]>>;

/** The missing parts of a type, as phrases. */
function missingParts(type: string): string[] {
  const service = registered.get(type);
  const sides = [
    ...(isChannelType(type) ? [] : ['its schema side (schemas/channels)']),
    ...(service ? [] : ['its service side (services/channels)']),
  ];
  if (!service || sides.length > 0) return sides;
  const missingRequired = REQUIRED_PARTS.filter((part) => service[part] === undefined);
  if (missingRequired.length > 0) return [...missingRequired];
  return Object.entries(PARTS_BY_CAPABILITY).flatMap(([capability, [part, partOf]]) => {
    const isNeeded = capabilitiesOf(type)[capability as keyof ChannelCapabilities];
    return isNeeded && !partOf(service) ? [`${part}, for its capability ${capability}`] : [];
  });
}

/** Checks that all types of channel are complete. @throws Error naming each type and its missing parts */
export function assertChannelTypes(types: readonly string[]): void {
  const problems = types.flatMap((type) => {
    const missing = missingParts(type);
    return missing.length > 0 ? [`Channel type ${type} lacks ${missing.join(', ')}`] : [];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
}
