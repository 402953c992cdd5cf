import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { botSettings } from '../chatbot/botSettings.ts';
import type { Context } from '../../engine/modules/module.ts';
import { webhookPolicy } from '../../engine/outbound/webhookPolicy.ts';
import type { Services } from '../../engine/resources/services.ts';
import { Batcher } from '../../engine/storage/batcher.ts';
import { webhookCaller } from '../../engine/outbound/webhooks/caller.ts';
import { circuitsOf } from './capacity.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { composeAnswer, type Composed } from './compose.ts';
import type { Conversation, Leases, Outbound, Pending } from './leases.ts';
import { settle } from './settle.ts';
import type { InboundEvent } from '../../channels/types.ts';

/** Milliseconds that the webhooks of one turn may take together. */
const TURN_WEBHOOKS_MS = 8_000;
/** Times that the bot tries to answer before it leaves a message alone. */
const MOST_ATTEMPTS = 5;
/** Milliseconds after which what came in is no longer answered: it was late by more than a day. */
const TOO_LATE = 24 * 3_600_000;

/**
 * Answers what came in, by what the bot would answer in its tester. What is to be sent is stored with what the answer
 * changes, and what came in is done with, in one transaction: whatever dies, it is answered once.
 * @param isLast nothing else is to be done in the conversation: its answer may begin at once
 * @returns what is to be sent now or later, null for nothing; undefined where that is to be looked up
 * @throws LostLease
 */
export async function respond(
  context: Context,
  leases: Leases,
  conversation: Conversation,
  pending: Pending,
  isLast: boolean,
): Promise<Outbound | null | undefined> {
  const services = context.services();
  const channel = await findChannel(services, conversation.channel);
  const profile = await findProfile(services, conversation.profile);
  if (!channel || !profile) {
    // Deleted in the meantime, with everything that was to be done.
    await services.db.query('DELETE FROM conversation WHERE profile = $1::uuid', [conversation.profile]);
    return undefined;
  }
  const event: InboundEvent = { ...pending.event, at: new Date(pending.at) };
  const settings = await botSettings(services);
  let composed: Composed | undefined;
  try {
    const isBots = (profile.answeredBy ?? (settings.livechatFirst ? 'livechat' : 'bot')) === 'bot';
    if (isBots && channel.active && Date.now() - event.at.getTime() < TOO_LATE)
      composed = await composeAnswer({
        ...{ services, settings, channel, profile, conversation, event },
        call: webhookCaller({
          policy: webhookPolicy(context.settings),
          key: settings.signingKey,
          circuits: circuitsOf(services.db),
          totalMs: TURN_WEBHOOKS_MS,
        }),
        origin: context.settings.publicUrl ?? null,
      });
  } catch (error) {
    context.onFault(error);
    if (pending.attempts + 1 < MOST_ATTEMPTS) {
      await putOff(services.db, pending);
      return undefined;
    }
  }
  const settling = { conversation, pending, channel, profile, event, composed, settings, isLast };
  return settle(context, leases, settling);
}

/** People who are looked up together. */
const MOST_FOUND = 200;
type Found = (Profile & EntityRecord) | undefined;
const books = new WeakMap<Services, Batcher<string, Found>>();

/** Whoever it is, as stored now; many who are asked for at the same time are one question. */
function findProfile(services: Services, id: string): Promise<Found> {
  const book =
    books.get(services) ??
    new Batcher<string, Found>(
      async (ids) => {
        const records = await services.catalog.require('profile').repository.getMany(ids);
        const byId = new Map(records.map((record) => [record.id, record as Found]));
        return ids.map((one) => byId.get(one));
      },
      { maxWeight: MOST_FOUND },
    );
  books.set(services, book);
  return book.enqueue(id);
}

async function putOff(db: Context['db'], { id, attempts }: Pending): Promise<void> {
  await db.query(
    `UPDATE conversation_inbound SET attempts = attempts + 1, due_at = clock_timestamp() + $2::int * interval '1 s'
     WHERE id = $1::uuid`,
    [id, 2 ** attempts],
  );
}
