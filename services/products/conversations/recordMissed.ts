import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { currentKnowledge, missedReason, recordMissed, type BotSettings } from '../chatbot/index.ts';
import type { Context } from '../../engine/modules/module.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { ComposedReply } from './composeReply.ts';
import type { InboundEvent, UnsealedChannel } from '../../channels/types.ts';

/** Asking for a person is about what was written no longer ago than this. */
const RELATED_MS = 10 * 60_000;
/** Messages that are looked through for it. */
const MAX_MESSAGES = 10;

interface AnsweredEvent {
  channel: UnsealedChannel;
  profile: Profile & EntityRecord;
  event: InboundEvent;
  settings: BotSettings;
  composed: ComposedReply;
}

/** Records sentences that the bot did not understand, without delaying the answer. */
export function recordMissedInBackground(context: Context, answered: AnsweredEvent): void {
  void recordNow(context, answered).catch(context.onError);
}

async function recordNow({ services }: Context, answered: AnsweredEvent): Promise<void> {
  const { channel, event, settings, composed } = answered;
  const { scores, failed, handoff } = composed.botAnswer;
  const isWritten = composed.isMessage && event.type === 'text' && event.picked === undefined;
  const why = isWritten ? missedReason(composed.botAnswer, settings.threshold) : undefined;
  if (why) {
    const { text = '', at } = event;
    await recordMissed(services, { channel: channel.id, text, at, why, scores });
  }
  const { chosen } = composed.botAnswer;
  if (chosen) {
    const { text, intent } = chosen;
    const missed = { text, at: event.at, why: 'choice' as const, scores: [], chosen: intent.name };
    await recordMissed(services, { channel: channel.id, ...missed });
  }
  if (!handoff || failed) return;
  const sentenceBefore = await findSentenceBefore(services(), answered);
  if (sentenceBefore === undefined) return;
  const knowledge = currentKnowledge(services(), { ...settings, classifierUrl: undefined }, () =>
    Promise.reject(new Error('No webhook is called')),
  );
  const understood = await knowledge.understand(sentenceBefore);
  const missed = { text: sentenceBefore, at: event.at, why: 'person' as const, scores: understood.scores };
  await recordMissed(services, { channel: channel.id, ...missed });
}

/** What the person wrote before, if the bot answered it by its intent. */
async function findSentenceBefore(
  { catalog }: Services,
  { profile, event }: AnsweredEvent,
): Promise<string | undefined> {
  const at = { lt: event.at.toISOString(), gte: new Date(event.at.getTime() - RELATED_MS).toISOString() };
  const rows =
    (await catalog.repository('message')?.list({
      take: MAX_MESSAGES,
      where: [{ profile: profile.id, at, kind: 'message' }],
      sort: { field: 'at', order: 'DESC' },
    })) ?? [];
  const last = rows.findIndex(({ source }) => source === 'USER');
  const written = rows[last];
  const isByIntent = rows
    .slice(0, Math.max(last, 0))
    .some(({ source, intent }) => source === 'BOT' && intent);
  return written?.type === 'text' && isByIntent ? written.text : undefined;
}
