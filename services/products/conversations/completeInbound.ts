import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { Assignment, BotSettings } from '../chatbot/index.ts';
import type { Context } from '../../engine/modules/module.ts';
import { LeaseLostError } from '../../engine/queue/leaseTable.ts';
import { newId } from '../../engine/resources/ids.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import { records } from '../../engine/resources/write/records.ts';
import type { UnitOfWork } from '../../engine/resources/write/unitOfWork.ts';
import type { ComposedReply } from './composeReply.ts';
import { enqueueHandoff } from './handoff.ts';
import type { ClaimedConversation, Leases, PendingOutbound, PendingInbound } from './leases.ts';
import { completeInboundBatched, completeWithChange, type InboundOutcome } from './completeInboundBatch.ts';
import { platformPicture, toLanguage } from './platformProfile.ts';
import type { MessageOrigin, InboundEvent, UnsealedChannel, ReplyToken } from '../../channels/types.ts';

/** A little less than the minute for which LINE accepts a reply token. */
const REPLY_TOKEN_TTL_MS = 55_000;
const MAX_TAGS_PER_PROFILE = 100;
const MAX_VARIABLES_PER_CONVERSATION = 50;

interface Completion {
  conversation: ClaimedConversation;
  pending: PendingInbound;
  channel: UnsealedChannel;
  profile: Profile & EntityRecord;
  event: InboundEvent;
  settings: BotSettings;
  /** Absent where the bot does not answer. */
  composed?: ComposedReply;
  /** The conversation has no other work: an answer that is due begins at once. */
  isLast: boolean;
}

/**
 * Completes an inbound event: stores its answer for sending and what the answer changes of the person.
 * @returns the answer; null where there is none
 * @throws LeaseLostError, and nothing is changed
 */
export async function completeInbound(
  context: Context,
  leases: Leases,
  completion: Completion,
): Promise<PendingOutbound | null> {
  const { conversation, pending, event, composed, settings } = completion;
  const services = context.services();
  const profileChange = buildProfileChange(completion);
  const variables = mergeVariables(conversation.variables, composed?.botAnswer.sets ?? []);
  const expecting = composed?.isMessage
    ? composed.botAnswer.expecting
    : (composed?.botAnswer.expecting ?? conversation.expecting);
  const followedAt = event.kind === 'message' ? conversation.followedAt : event.at;
  const isHandedOff = composed?.botAnswer.handoff != null;
  const bodies = composed?.bodies ?? [];
  const outcome: InboundOutcome = {
    profile: conversation.profile,
    pending: pending.id,
    expecting,
    variables,
    followed_at: followedAt?.toISOString(),
    ...(bodies.length > 0 && { answer: newId() }),
    bodies,
    about: composed ? toOrigin(composed) : {},
    reply: replyTokenOf(event, pending),
    delay: settings.globalDelay,
    begins: completion.isLast && settings.globalDelay === 0,
  };
  const isPlain = !profileChange && !isHandedOff;
  // The same on the retry, which may follow a first attempt that was stored.
  const handoffId = newId();
  const { isOwn, outbound } = isPlain
    ? await completeInboundBatched(context.services, leases, outcome)
    : await completeWithChange(services, leases, outcome, async (unit) => {
        if (profileChange) await changeProfile(services, unit, conversation.profile, profileChange);
        if (isHandedOff) await setAnsweredBy(unit, services, conversation.profile, 'livechat');
        if (isHandedOff && settings.outgoingUrl !== undefined)
          await enqueueHandoff(context, unit.tx, {
            ...{ id: handoffId, profile: conversation.profile, channel: conversation.channel },
            ...{ team: composed?.botAnswer.handoff?.team ?? null, text: event.text ?? '' },
          });
      });
  if (!isOwn) throw new LeaseLostError(conversation.profile);
  Object.assign(conversation, { variables, expecting, followedAt });
  return outbound && { ...outbound, isBegun: outbound.calling !== null };
}

function toOrigin({ botAnswer }: ComposedReply): MessageOrigin {
  const { template, chatAd, rule, intent, failed, handoff } = botAnswer;
  const understood = failed ? false : intent ? true : undefined;
  return {
    source: 'BOT',
    ...(template && { template: template.id }),
    ...(chatAd && { chatAd: chatAd.id }),
    ...(rule && { rule: rule.id }),
    ...(intent && { intent: intent.id }),
    ...(understood !== undefined && { understood }),
    ...(handoff && { handoff: true }),
  };
}

function replyTokenOf(
  { replyToken }: InboundEvent,
  { received_at: received }: PendingInbound,
): ReplyToken | null {
  if (replyToken === undefined) return null;
  return { token: replyToken, until: new Date(Date.parse(received) + REPLY_TOKEN_TTL_MS).toISOString() };
}

function mergeVariables(stored: Record<string, string>, sets: readonly Assignment[]): Record<string, string> {
  const all = new Map(Object.entries(stored));
  for (const { variable, value = '' } of sets) {
    if (variable === undefined) continue;
    all.delete(variable);
    all.set(variable, value);
  }
  return Object.fromEntries([...all].slice(-MAX_VARIABLES_PER_CONVERSATION));
}

type ProfileChange = (stored: Profile) => Partial<Profile>;

/** The change to the person's profile; undefined for none. */
function buildProfileChange({
  conversation,
  event,
  composed,
  profile,
}: Completion): ProfileChange | undefined {
  const tags = (composed?.botAnswer.sets ?? []).flatMap(({ tag }) => (tag === undefined ? [] : [tag]));
  const isLater = event.kind !== 'message' && event.at >= (conversation.followedAt ?? new Date(0));
  const change: ProfileChange = (stored) => {
    const own = stored.userTags ?? [];
    const added = tags.filter((tag) => !own.includes(tag));
    const { displayName, pictureUrl, language } = event.profile ?? {};
    const platformValues = {
      ...(displayName ? { displayName: displayName.slice(0, 200) } : {}),
      ...platformPicture(stored, pictureUrl),
      ...(language ? { language: toLanguage(language) } : {}),
    };
    return {
      ...platformValues,
      ...(added.length > 0 && { userTags: [...own, ...new Set(added)].slice(0, MAX_TAGS_PER_PROFILE) }),
      ...(isLater && { followState: event.kind === 'follow' ? 'following' : 'blocked' }),
      ...(Object.keys(composed?.attributes ?? {}).length > 0 && {
        customFields: { ...stored.customFields, ...composed?.attributes },
      }),
    };
  };
  const changes = change(profile);
  const isSame = Object.entries(changes).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(profile[name as keyof Profile]),
  );
  return isSame ? undefined : change;
}

/** What platforms and webhooks say may break a rule, such as a picture without a valid address: it is stored anyway. */
async function changeProfile(
  services: ReturnType<Context['services']>,
  unit: UnitOfWork,
  id: string,
  change: ProfileChange,
): Promise<void> {
  await records(services, 'profile', SYSTEM, unit).change(
    id,
    (stored) => ({ ...stored, ...change(stored) }),
    {
      validation: 'skip',
    },
  );
}

/** Sets who answers a person from now on; null is the workspace's default. */
export const setAnsweredBy = (
  { tx }: Pick<UnitOfWork, 'tx'>,
  { catalog }: Pick<ReturnType<Context['services']>, 'catalog'>,
  id: string,
  answeredBy: 'bot' | 'livechat' | null,
): Promise<void> =>
  updateLiveFields({ db: tx as ReturnType<Context['services']>['db'], catalog }, 'profile', [
    { id, values: { answeredBy } },
  ]);
