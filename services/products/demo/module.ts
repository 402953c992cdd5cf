import type { DomainModule, DemoRecord } from '../../engine/modules/module.ts';
import { demoProfiles } from './audience.ts';
import { demoEntities } from './entities.ts';
import { demoMembers, demoTeams } from './people.ts';
import { Random } from '../../engine/modules/random.ts';
import { demoTemplates } from './templates.ts';
import { demoVariables } from './variables.ts';

/** Same seed, same workspace. */
const SEED = 20_261_121;

/** The bot's settings; the network has the workspace's id, which members know it by. */
const NETWORK = { defaultMode: 'BOT', globalDelay: 1, confidenceThreshold: 0.6 };

/** Rows of the entities that have no module of their own, those that are referred to first. */
export const demoModule = {
  name: 'demo',
  demo({ product, now, profiles, memberIds }) {
    const random = new Random(SEED);
    const members = demoMembers(Object.keys(product.access.roles), random, memberIds);
    const channels = demoChannels(random);
    const workspace = { id: random.uuid(), name: 'Siam Lifestyle' };
    return {
      workspace: [workspace],
      network: [{ ...NETWORK, id: workspace.id }],
      member: members,
      team: demoTeams(members, random),
      channel: channels,
      variable: demoVariables(random),
      template: demoTemplates(random),
      entity: demoEntities(random),
      profile: demoProfiles(channels, profiles, now, random),
    };
  },
} satisfies DomainModule;

function demoChannels(random: Random): DemoRecord[] {
  const channels: [name: string, type: string, active: boolean][] = [
    ['Siam Lifestyle', 'LINE', true],
    ['Siam Lifestyle VIP', 'LINE', true],
    ['ร้านสยามไลฟ์สไตล์', 'FACEBOOK', true],
    ['Website chat', 'WEBCHAT', true],
    ['Partner portal', 'CUSTOM', false],
  ];
  return channels.map(([name, type, active]) => {
    const id = random.uuid();
    const works = { credentials: 'works', credentialsNote: 'Ready, with the chat page or the script' };
    return {
      ...{ id, name, type, active },
      ...(type === 'WEBCHAT' ? works : { credentials: 'missing' }),
      ...(type === 'FACEBOOK' && { verifyToken: id.replaceAll('-', '') }),
    };
  });
}
