import type { DomainModule, DemoRecord } from '../../engine/modules/module.ts';
import { Random } from '../../engine/modules/random.ts';
import { demoProfiles } from './audience.ts';
import { contentModule, type ContentRow, toRecord } from './content.ts';
import channels from './content/channels.json' with { type: 'json' };
import chatAds from './content/chatAds.json' with { type: 'json' };
import entities from './content/entities.json' with { type: 'json' };
import messageTemplates from './content/messageTemplates.json' with { type: 'json' };
import segments from './content/segments.json' with { type: 'json' };
import templates from './content/templates.json' with { type: 'json' };
import variables from './content/variables.json' with { type: 'json' };
import { demoMembers, demoTeams } from './people.ts';

/** Same seed, same workspace. */
const SEED = 20_261_121;

/** The bot's settings; the network has the workspace's id, which members know it by. */
const NETWORK = { defaultMode: 'BOT', globalDelay: 1, confidenceThreshold: 0.6 };

/** Records of the entities that have no module of their own, those that are referred to first. */
export const demoModule = {
  name: 'demo',
  demo({ product, now, profiles, memberIds }) {
    const random = new Random(SEED);
    const member = demoMembers(Object.keys(product.access.roles), random, memberIds);
    const channel = channels.map((row) => demoChannel(row, random));
    const workspace = { id: random.uuid(), name: 'Siam Lifestyle' };
    const rowsOf = (rows: readonly ContentRow[]): DemoRecord[] =>
      rows.map((row) => toRecord(row, { rowsOf: () => [], random }));
    return {
      workspace: [workspace],
      network: [{ ...NETWORK, id: workspace.id }],
      member,
      team: demoTeams(member, random),
      channel,
      variable: rowsOf(variables),
      template: demoTemplates(random),
      entity: rowsOf(entities),
      profile: demoProfiles(channel, profiles, now, random),
    };
  },
} satisfies DomainModule;

/** Messages that broadcasts send. */
export const demoMessageTemplatesModule = contentModule(
  'demo message templates',
  'message-template',
  messageTemplates,
);
/** Parts of the audience. */
export const demoSegmentsModule = contentModule('demo segments', 'segment', segments);
/** Ads whose keywords are answered. */
export const demoChatAdsModule = contentModule('demo chat ads', 'chat-ad', chatAds);

function demoChannel(row: (typeof channels)[number], random: Random): DemoRecord {
  const id = random.uuid();
  return { id, ...row, ...(row.type === 'FACEBOOK' && { verifyToken: id.replaceAll('-', '') }) };
}

/** Answers of every message type, the welcome first; some lead to others. */
function demoTemplates(random: Random): DemoRecord[] {
  const rows: readonly ContentRow[] = templates;
  const known = rows.map(({ name }) => ({ id: random.uuid(), name }));
  return known.map(({ id }, at) => toRecord(rows[at] as ContentRow, { rowsOf: () => known, random, id }));
}
