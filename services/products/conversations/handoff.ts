import type { Profile } from '../../../schemas/generated/types.ts';
import { botSettings } from '../chatbot/botSettings.ts';
import type { Context, JobKind } from '../../engine/modules/module.ts';
import { JobFault } from '../../engine/jobs/index.ts';
import { webhookPolicy } from '../../engine/outbound/webhookPolicy.ts';
import { newId } from '../../engine/resources/ids.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { callWebhook, NO_JSON } from '../../engine/outbound/webhooks/call.ts';
import { findChannel } from '../../channels/channelCache.ts';

const NOTIFY = 'conversation.handoff';

interface Handoff {
  /** The same at every try. */
  id: string;
  profile: string;
  channel: string;
  team: string | null;
  /** What the person wrote last. */
  text: string;
}

/** Has live chat told whom it has to answer from now on, once the transaction that hands over is committed. */
export async function enqueueHandoff(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Queryable,
  handoff: Omit<Handoff, 'id'>,
): Promise<void> {
  await jobs.enqueue(tx, NOTIFY, { id: newId(), ...handoff });
}

/** The jobs that tell live chat: the bot is silent by then, so they are tried until it has heard. */
export const handoffJobs = {
  [NOTIFY]: {
    label: 'Hand-over to live chat',
    retry: 12,
    backoff: 2,
    concurrency: 10,
    async run({ data: { id, profile, channel: channelId, team, text }, signal }, context) {
      const services = context.services();
      const { outgoingUrl: url, signingKey: key } = await botSettings(services);
      const channel = await findChannel(services, channelId);
      const { repository } = services.catalog.require('profile');
      const person = (await repository.find(profile)) as (Profile & { id: string }) | undefined;
      if (url === undefined || !channel || person?.answeredBy !== 'livechat') return;
      const { externalId, displayName } = person;
      const answer = await callWebhook({
        ...{ url, key, signal, policy: webhookPolicy(context.settings) },
        body: {
          ...{ event: 'handoff', id, team, text },
          channel: { id: channel.id, type: channel.type, name: channel.name },
          person: { id: profile, externalId, displayName },
        },
      });
      // It has heard, whatever its answer says.
      if ('fault' in answer && answer.fault !== NO_JSON)
        throw new JobFault(`Live chat was not told of ${displayName}. ${answer.fault}.`);
    },
  } satisfies JobKind<Handoff> as JobKind,
};
