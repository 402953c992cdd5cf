import type { Campaign, Message } from '../../../schemas/generated/types.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { toMessageContent } from '../conversations/outbox.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import type { Body, LiveChannel, Outcome } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { isFilled } from '../../channels/facts.ts';
import { recordAuditEvent } from '../../engine/exchange/auditEvent.ts';
import type { Principal } from '../../engine/http/access.ts';
import { ApiError, invalid } from '../../engine/http/errors.ts';
import { events } from '../../engine/resources/events/events.ts';
import { newId } from '../../engine/resources/ids.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { membersAfter, type Member } from './audience.ts';
import { compose, Wording } from './content.ts';
import type { Broadcast } from './run.ts';

/** Tests that one member may send within 24 hours. */
export const MAX_TESTS_PER_DAY = 50;
/** Characters of a note in a conversation. */
const MAX_NOTE = 300;
const NO_CONTENT = 'There are no messages to send, or no channel';

/**
 * Sends a broadcast's messages to testers on its channel, at once, and says of each what came of it. It is told in the
 * audit log, and in the conversation of each of them.
 * @throws ApiError 422 for people who are no testers or on another channel, or where there are no messages; 429
 */
export async function testSend(
  context: Context,
  campaign: Broadcast,
  ids: readonly string[],
  user: Principal,
): Promise<{ name: string; said: string }[]> {
  const services = context.services();
  const channel = await findChannel(services, campaign.channel);
  if (!channel) throw invalid({ '/testers': NO_CONTENT });
  const { answer, variables } = await compose(services, campaign, channel.type);
  if (!answer) throw invalid({ '/testers': NO_CONTENT });
  const testers = await testersOf(context, channel, ids);
  await context.db.transaction(async (tx) => {
    await countTest(tx, user);
    const names = testers.map(({ name }) => name).join(', ');
    const detail = `“${campaign.name}” to ${names}`;
    await recordAuditEvent(tx, { user }, { operation: 'test-send', entity: 'campaign', detail });
  });
  const wording = new Wording(answer, channel.type, variables, context.settings.publicUrl ?? null);
  const sent: { name: string; said: string }[] = [];
  for (const tester of testers) {
    const bodies = wording.bodiesFor(tester) ?? wording.bodies();
    const { said, delivered } = await sendTo(context, channel, tester, bodies, campaign);
    await noteMessages(context, channel, tester, bodies, {
      ...{ campaign, delivered, by: user.name || user.username },
      ...(said !== 'sent' && { why: said }),
    });
    sent.push({ name: tester.name, said });
  }
  return sent;
}

/** The people with these ids, all of whom are testers on the channel. @throws ApiError 422 */
async function testersOf(context: Context, channel: LiveChannel, ids: readonly string[]): Promise<Member[]> {
  const services = context.services();
  const people = [...new Set(ids)];
  const profiles = (await services.catalog.typed('profile')?.getMany(people)) ?? [];
  const stranger = profiles.find(({ tester }) => tester !== true);
  if (stranger)
    throw invalid({
      '/testers': `${stranger.displayName} is no tester. An administrator of Campaign marks testers in Audience.`,
    });
  const audience = { channel: channel.id, type: channel.type, target: 'manual', people } as const;
  const members = await membersAfter(services, context.db, audience, undefined, people.length);
  const known = members.filter(({ profile }) => profiles.some(({ id }) => id === profile));
  if (known.length < people.length)
    throw invalid({ '/testers': `Somebody is not on ${channel.name}, or cannot be sent to` });
  return known;
}

/** @throws ApiError 429 beyond the tests that a member may send in a day, on whichever process */
async function countTest(tx: Queryable, { id }: Principal): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('test sends of ' || $1::text, 0))`, [id]);
  await tx.query(
    `DELETE FROM broadcast_test WHERE sender = $1 AND at < clock_timestamp() - interval '24 hours'`,
    [id],
  );
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM broadcast_test WHERE sender = $1',
    [id],
  );
  if ((row?.count ?? 0) >= MAX_TESTS_PER_DAY)
    throw new ApiError(
      429,
      'TOO_MANY',
      `You have sent ${MAX_TESTS_PER_DAY} tests within 24 hours. Try again later.`,
    );
  await tx.query('INSERT INTO broadcast_test (sender) VALUES ($1)', [id]);
}

/** @returns what came of it, and how many of the messages were delivered */
async function sendTo(
  { settings, db, onFault }: Context,
  channel: LiveChannel,
  { profile, person, lastInbound }: Member,
  bodies: readonly Body[],
  campaign: { id: string },
): Promise<{ said: string; delivered: number }> {
  if (!isFilled(channel)) return { said: 'not sent: the channel is not connected', delivered: 0 };
  const sender = channelServiceOf(channel.type).sender;
  for (let from = 0; from < bodies.length; from += sender.perCall) {
    const key = newId();
    const sending = {
      ...{ addresses: settings, channel, person, profile, id: campaign.id, key, again: false },
      messages: bodies.slice(from, from + sender.perCall),
      about: { source: 'BROADCAST' as const },
      ...(lastInbound && { lastInbound }),
    };
    const outcome = await sender.send(sending, { db }).catch((error: unknown): Outcome => {
      onFault(error);
      return { state: 'unknown', note: 'It could not be sent' };
    });
    if (outcome.state === 'unknown') return { said: `perhaps delivered: ${outcome.note}`, delivered: from };
    if (outcome.state !== 'sent') return { said: `not sent: ${outcome.note}`, delivered: from };
  }
  return { said: 'sent', delivered: bodies.length };
}

/** Tells it in the person's conversation, each message with what became of it. */
async function noteMessages(
  context: Context,
  channel: LiveChannel,
  { profile }: Member,
  bodies: readonly Body[],
  {
    campaign,
    delivered,
    by,
    why,
  }: { campaign: Pick<Campaign, 'name'>; delivered: number; by: string; why?: string },
): Promise<void> {
  const key = newId();
  const now = Date.now();
  const note = `Test of “${campaign.name}” by ${by}${why === undefined ? '' : `, ${why}`}`.slice(0, MAX_NOTE);
  const rows = bodies.map((body, place): Partial<Message> => ({
    at: new Date(now + place).toISOString(),
    key: `${key}/${place}`,
    kind: place < delivered ? 'message' : 'undelivered',
    source: 'BROADCAST',
    ...{ channel: channel.id, profile, answer: key, place, note, ...toMessageContent(body) },
  }));
  const { refused } = await events(context.services(), 'message').append(rows, { leaveOut: true });
  for (const { fields } of refused)
    context.onFault(new Error(`A message is not noted: ${JSON.stringify(fields)}`));
}
