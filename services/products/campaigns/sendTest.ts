import type { Campaign, Message } from '../../../schemas/generated/types.ts';
import { findChannel } from '../../channels/channelCache.ts';
import { toMessageContent } from '../../channels/messageContent.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import type { MessageBody, UnsealedChannel, SendOutcome } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { hasCredentials } from '../../channels/channelState.ts';
import { recordAuditEvent } from '../../engine/exchange/auditEvent.ts';
import type { Principal } from '../../engine/http/access.ts';
import { ApiError, invalid } from '../../engine/http/errors.ts';
import { events } from '../../engine/resources/events/events.ts';
import { newId } from '../../engine/resources/ids.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { listMembersAfter, type Member } from './audience.ts';
import { composeBroadcast, MessageRenderer } from './content.ts';
import type { Broadcast } from './run.ts';
import { recordTest } from './recordTest.ts';
import { cutStored, storedText } from '../../../schemas/texts/stored.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

/** Tests that one member may send within 24 hours. */
const MAX_TESTS_PER_DAY = 50;
/** Characters of a note in a conversation. */
const MAX_NOTE_CHARS = 300;
const NO_CONTENT = message('There are no messages to send, or no channel');

/** A tester, and why not everything was sent to them, as a stored text. */
interface TestResult {
  name: string;
  failure?: string;
}

/**
 * Sends a broadcast's messages to testers on its channel immediately. Recorded in the audit log and in the conversation
 * of each tester.
 * @throws ApiError 422 for people who are no testers or on another channel, or where there are no messages; 429 beyond the daily limit
 */
export async function sendTest(
  context: Context,
  campaign: Broadcast,
  ids: readonly string[],
  user: Principal,
): Promise<TestResult[]> {
  const services = context.services();
  const channel = await findChannel(services, campaign.channel);
  if (!channel) throw invalid({ '/testers': t(NO_CONTENT) });
  const { answer, variables } = await composeBroadcast(services, campaign, channel.type);
  if (!answer) throw invalid({ '/testers': t(NO_CONTENT) });
  const testers = await findTesters(context, channel, ids);
  await context.db.transaction(async (tx) => {
    await consumeTestAllowance(tx, user);
    const names = testers.map(({ name }) => name).join(', ');
    const detail = storedText('“%{name}” to %{people}', { name: campaign.name, people: names });
    await recordAuditEvent(tx, { user }, { operation: 'test-send', entity: 'campaign', detail });
  });
  const renderer = new MessageRenderer(answer, channel.type, variables, context.settings.publicUrl ?? null);
  const results: TestResult[] = [];
  for (const tester of testers) {
    const bodies = renderer.bodiesFor(tester) ?? renderer.bodies();
    const { failure, delivered } = await sendToTester(context, channel, tester, bodies, campaign);
    await recordMessages(context, channel, tester, bodies, {
      ...{ campaign, delivered, by: user.name || user.username },
      ...(failure !== undefined && { failure }),
    });
    results.push({ name: tester.name, ...(failure !== undefined && { failure }) });
  }
  if (results.some(({ failure }) => failure === undefined))
    await recordTest(context.db, campaign.id, { answer, variables });
  return results;
}

/** Finds testers by their profile ids. @throws ApiError 422 where one is no tester, not on the channel or cannot be sent to */
async function findTesters(
  context: Context,
  channel: UnsealedChannel,
  ids: readonly string[],
): Promise<Member[]> {
  const services = context.services();
  const people = [...new Set(ids)];
  const profiles = (await services.catalog.repository('profile')?.getMany(people)) ?? [];
  const nonTester = profiles.find(({ tester }) => tester !== true);
  if (nonTester)
    throw invalid({
      '/testers': t('%{name} is no tester. An administrator of Campaign marks testers in Audience.', {
        name: nonTester.displayName,
      }),
    });
  const audience = { channel: channel.id, type: channel.type, target: 'manual', people } as const;
  const members = await listMembersAfter(services, context.db, audience, undefined, people.length);
  const reachable = members.filter(({ profile }) => profiles.some(({ id }) => id === profile));
  if (reachable.length < people.length)
    throw invalid({
      '/testers': t('Somebody is not on %{channel}, or cannot be sent to', { channel: channel.name }),
    });
  return reachable;
}

/** Counts a test towards the member's daily limit, across all processes. @throws ApiError 429 beyond it */
async function consumeTestAllowance(tx: Queryable, { id }: Principal): Promise<void> {
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
      t('You have sent %{count} tests within 24 hours. Try again later.', { count: MAX_TESTS_PER_DAY }),
    );
  await tx.query('INSERT INTO broadcast_test (sender) VALUES ($1)', [id]);
}

/** @returns the number of delivered messages, and why the others were not, as a stored text */
async function sendToTester(
  { settings, db, onError }: Context,
  channel: UnsealedChannel,
  { profile, person, lastInbound }: Member,
  bodies: readonly MessageBody[],
  campaign: { id: string },
): Promise<{ failure?: string; delivered: number }> {
  if (!hasCredentials(channel))
    return { failure: storedText('not sent: the channel is not connected'), delivered: 0 };
  const sender = channelServiceOf(channel.type).sender;
  for (let from = 0; from < bodies.length; from += sender.maxMessagesPerCall) {
    const key = newId();
    const sending = {
      ...{ outbound: settings, channel, person, profile, id: campaign.id, key, isRetry: false },
      messages: bodies.slice(from, from + sender.maxMessagesPerCall),
      about: { source: 'BROADCAST' as const },
      ...(lastInbound && { lastInbound }),
    };
    const outcome = await sender.send(sending, { db }).catch((error: unknown): SendOutcome => {
      onError(error);
      return { state: 'unknown', note: storedText('It could not be sent') };
    });
    if (outcome.state === 'sent') continue;
    const { note } = outcome;
    return {
      failure:
        outcome.state === 'unknown'
          ? storedText('perhaps delivered: %{note}', { note })
          : storedText('not sent: %{note}', { note }),
      delivered: from,
    };
  }
  return { delivered: bodies.length };
}

/** Records the messages in the person's conversation, each with its outcome. */
async function recordMessages(
  context: Context,
  channel: UnsealedChannel,
  { profile }: Member,
  bodies: readonly MessageBody[],
  {
    campaign,
    delivered,
    by,
    failure,
  }: { campaign: Pick<Campaign, 'name'>; delivered: number; by: string; failure?: string },
): Promise<void> {
  const key = newId();
  const now = Date.now();
  const values = { name: campaign.name, by, failure };
  const note = cutStored(
    failure === undefined
      ? storedText('Test of “%{name}” by %{by}', values)
      : storedText('Test of “%{name}” by %{by}, %{failure}', values),
    MAX_NOTE_CHARS,
  );
  const rows = bodies.map((body, place): Partial<Message> => ({
    at: new Date(now + place).toISOString(),
    key: `${key}/${place}`,
    kind: place < delivered ? 'message' : 'undelivered',
    source: 'BROADCAST',
    ...{ channel: channel.id, profile, answer: key, place, note, ...toMessageContent(body, channel.type) },
  }));
  const { refused } = await events(context.services(), 'message').append(rows, { skipInvalid: true });
  for (const { fields } of refused)
    context.onError(new Error(`A message was not recorded: ${JSON.stringify(fields)}`));
}
