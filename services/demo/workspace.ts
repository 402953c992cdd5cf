import type { Json, ProductModel } from '../../schemas/model/types.ts';
import { demoProfiles } from './audience.ts';
import { demoEntities } from './entities.ts';
import { demoMembers, demoTeams } from './people.ts';
import { Random } from './random.ts';
import { demoTemplates } from './templates.ts';
import { demoVariables } from './variables.ts';

/** A record of the demo workspace: its fields beside its id and, where it matters, its time. */
export type DemoRecord = { id: string; createdAt?: string } & { [field: string]: Json | undefined };

export interface DemoOptions {
  /** End of the time that the workspace covers. */
  now: Date;
  profiles?: number;
  /** Ids of the members by username, as the user pool gave them. */
  memberIds?: ReadonlyMap<string, string>;
}

/** Same seed, same workspace. */
const SEED = 20_261_121;

/**
 * The records of the demo workspace by entity, those that are referred to first. The same `now` gives the same
 * records; entities that the product does not have are left out.
 */
export function demoWorkspace(
  product: ProductModel,
  { now, profiles = 5000, memberIds }: DemoOptions,
): Map<string, DemoRecord[]> {
  const random = new Random(SEED);
  const members = demoMembers(Object.keys(product.access.roles), random, memberIds);
  const channels = demoChannels(random);
  const all: Record<string, DemoRecord[]> = {
    workspace: [{ id: random.uuid(), name: 'Siam Lifestyle' }],
    member: members,
    team: demoTeams(members, random),
    channel: channels,
    variable: demoVariables(random),
    template: demoTemplates(random),
    entity: demoEntities(random),
    profile: demoProfiles(channels, profiles, now, random),
  };
  const known = new Set(product.entities.map((entity) => entity.name));
  return new Map(Object.entries(all).filter(([name]) => known.has(name)));
}

function demoChannels(random: Random): DemoRecord[] {
  const channels: [name: string, type: string, active: boolean][] = [
    ['Siam Lifestyle', 'LINE', true],
    ['Siam Lifestyle VIP', 'LINE', true],
    ['ร้านสยามไลฟ์สไตล์', 'FACEBOOK', true],
    ['Website chat', 'WEBCHAT', true],
    ['Partner portal', 'CUSTOM', false],
  ];
  return channels.map(([name, type, active]) => ({ id: random.uuid(), name, type, active }));
}
