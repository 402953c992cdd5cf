import type { Profile } from '../../../schemas/generated/types.ts';
import { botSettings } from '../chatbot/index.ts';
import type { Context, JobKind } from '../../engine/modules/module.ts';
import { JobError } from '../../engine/jobs/index.ts';
import { webhookPolicy } from '../../engine/outbound/webhookPolicy.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { callWebhook, NOT_JSON } from '../../engine/outbound/webhooks/call.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { storedText } from '../../../schemas/texts/stored.ts';
import { message } from '../../../schemas/texts/translate.ts';

const HANDOFF_JOB = 'conversation.handoff';

interface HandoffJob {
  /** The same on every attempt. */
  id: string;
  profile: string;
  channel: string;
  team: string | null;
  /** What the person wrote last. */
  text: string;
}

/**
 * Enqueues the notice to live chat that it answers a person from now on, once the transaction is committed. The same
 * notice is enqueued once while it waits.
 */
export async function enqueueHandoff(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Queryable,
  handoff: HandoffJob,
): Promise<void> {
  await jobs.enqueue(tx, HANDOFF_JOB, handoff, { key: `${HANDOFF_JOB} ${handoff.id}` });
}

/** The jobs that notify live chat. The bot no longer answers by then, so they are retried for long. */
export const handoffJobs = {
  [HANDOFF_JOB]: {
    label: message('Hand-over to live chat'),
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
      // Any response means that it received the notice.
      if ('fault' in answer && answer.fault !== NOT_JSON)
        throw new JobError(
          storedText('Live chat was not told of %{displayName}. %{fault}.', {
            displayName,
            fault: answer.fault,
          }),
        );
    },
  } satisfies JobKind<HandoffJob> as JobKind,
};
