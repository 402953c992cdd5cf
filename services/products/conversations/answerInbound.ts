import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { ANSWER_WEBHOOKS_MS, botSettings } from '../chatbot/index.ts';
import type { Context } from '../../engine/modules/module.ts';
import { webhookPolicy } from '../../engine/outbound/webhookPolicy.ts';
import type { Services } from '../../engine/resources/services.ts';
import { Batcher } from '../../engine/storage/batcher.ts';
import { webhookCaller } from '../../engine/outbound/webhooks/caller.ts';
import { circuitsOf } from './capacity.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { reportWebhookFault, reportWebhookProof } from '../../channels/webhookState.ts';
import { composeReply, type ComposedReply } from './composeReply.ts';
import type { ClaimedConversation, Leases, PendingOutbound, PendingInbound } from './leases.ts';
import { completeInbound } from './completeInbound.ts';
import { recordMissedInBackground } from './recordMissed.ts';
import type { InboundEvent } from '../../channels/types.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Attempts to answer an event before it is left alone. */
const MAX_ATTEMPTS = 5;
/** Older events are stored, but not answered. */
const MAX_AGE_MS = 24 * 3_600_000;
const UNANSWERED_NOTE = storedText(
  'What people wrote could not be worked on several times in a row. The services’ log says why.',
);

/**
 * Answers an inbound event. The answer is stored, the event removed and what it changes of the person saved in one
 * transaction, so that it is answered once whichever process dies.
 * @param isLast the conversation has no other work, so that sending may begin at once
 * @returns the answer to send now or later, null for none; undefined when the next work has to be read
 * @throws LeaseLostError
 */
export async function answerInbound(
  context: Context,
  leases: Leases,
  conversation: ClaimedConversation,
  pending: PendingInbound,
  isLast: boolean,
): Promise<PendingOutbound | null | undefined> {
  const services = context.services();
  const channel = await findChannel(services, conversation.channel);
  const profile = await findProfile(services, conversation.profile);
  if (!channel || !profile) {
    // Deleted in the meantime, and its work with it.
    await services.db.query('DELETE FROM conversation WHERE profile = $1::uuid', [conversation.profile]);
    return undefined;
  }
  const event: InboundEvent = { ...pending.event, at: new Date(pending.at) };
  const settings = await botSettings(services);
  let composed: ComposedReply | undefined;
  try {
    const isForBot = (profile.answeredBy ?? (settings.livechatFirst ? 'livechat' : 'bot')) === 'bot';
    if (isForBot && channel.active && Date.now() - event.at.getTime() < MAX_AGE_MS)
      composed = await composeReply({
        ...{ services, settings, channel, profile, conversation, event },
        call: webhookCaller({
          policy: webhookPolicy(context.settings),
          key: settings.signingKey,
          circuits: circuitsOf(services.db),
          totalMs: ANSWER_WEBHOOKS_MS,
        }),
        origin: context.settings.publicUrl ?? null,
      });
  } catch (error) {
    context.onError(error);
    await reportWebhookFault(services, channel, 'unanswered', UNANSWERED_NOTE).catch(context.onError);
    if (pending.attempts + 1 < MAX_ATTEMPTS) {
      await reschedule(services.db, pending);
      return undefined;
    }
  }
  if (composed) await reportWebhookProof(services, channel, 'answered').catch(context.onError);
  const completion = { conversation, pending, channel, profile, event, composed, settings, isLast };
  const answer = await completeInbound(context, leases, completion);
  if (composed) recordMissedInBackground(context, { channel, profile, event, settings, composed });
  return answer;
}

const MAX_PROFILES_PER_QUERY = 200;
type FoundProfile = (Profile & EntityRecord) | undefined;
const profileBatchers = new WeakMap<Services, Batcher<string, FoundProfile>>();

/** The profile as stored now; concurrent lookups share one query. */
function findProfile(services: Services, id: string): Promise<FoundProfile> {
  const batcher =
    profileBatchers.get(services) ??
    new Batcher<string, FoundProfile>(
      async (ids) => {
        const records = await services.catalog.require('profile').repository.getMany(ids);
        const byId = new Map(records.map((record) => [record.id, record as FoundProfile]));
        return ids.map((one) => byId.get(one));
      },
      { maxWeight: MAX_PROFILES_PER_QUERY },
    );
  profileBatchers.set(services, batcher);
  return batcher.enqueue(id);
}

async function reschedule(db: Context['db'], { id, attempts }: PendingInbound): Promise<void> {
  await db.query(
    `UPDATE conversation_inbound SET attempts = attempts + 1, due_at = clock_timestamp() + $2::int * interval '1 s'
     WHERE id = $1::uuid`,
    [id, 2 ** attempts],
  );
}
