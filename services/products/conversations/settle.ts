import type { Profile } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { BotSettings } from '../chatbot/botSettings.ts';
import type { Setting } from '../chatbot/answering/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { newId } from '../../engine/resources/ids.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { updateLiveFields } from '../../engine/resources/write/updateLiveFields.ts';
import { records } from '../../engine/resources/write/records.ts';
import { runInTransaction, type UnitOfWork } from '../../engine/resources/write/unitOfWork.ts';
import type { Composed } from './compose.ts';
import { enqueueHandoff } from './handoff.ts';
import { LostLease, type Conversation, type Leases, type Outbound, type Pending } from './leases.ts';
import { settleAll, settleSoon, type Outcome, type Settled } from './settleAll.ts';
import { languageOf } from './platformProfile.ts';
import type { About, InboundEvent, LiveChannel, Reply } from '../../channels/types.ts';

/** Milliseconds for which a reply token is used: a little less than its minute. */
const REPLY_MS = 55_000;
/** Tags that a profile has at most. */
const MOST_TAGS = 100;
/** Values that a conversation remembers at most. */
const MOST_VARIABLES = 50;

interface Settling {
  conversation: Conversation;
  pending: Pending;
  channel: LiveChannel;
  profile: Profile & EntityRecord;
  event: InboundEvent;
  settings: BotSettings;
  /** Absent where the bot leaves it alone. */
  composed?: Composed;
  /** Nothing else is to be done in the conversation: an answer that is due begins at once. */
  isLast: boolean;
}

/**
 * What came in is done with: its answer waits to be sent, and what it changes of the person is stored.
 * @returns the answer; null where there is none
 * @throws LostLease, and nothing is changed
 */
export async function settle(context: Context, leases: Leases, settling: Settling): Promise<Outbound | null> {
  const { conversation, pending, event, composed, settings } = settling;
  const services = context.services();
  const changed = profileChange(settling);
  const variables = remembered(conversation.variables, composed?.answered.sets ?? []);
  const expecting = composed?.isHeard
    ? composed.answered.expecting
    : (composed?.answered.expecting ?? conversation.expecting);
  const followedAt = event.kind === 'message' ? conversation.followedAt : event.at;
  const isHandedOff = composed?.answered.handoff != null;
  const bodies = composed?.bodies ?? [];
  const settled: Settled = {
    profile: conversation.profile,
    pending: pending.id,
    expecting,
    variables,
    followed_at: followedAt?.toISOString(),
    ...(bodies.length > 0 && { answer: newId() }),
    bodies,
    about: composed ? aboutOf(composed) : {},
    reply: replyOf(event, pending),
    delay: settings.globalDelay,
    begins: settling.isLast && settings.globalDelay === 0,
  };
  const isPlain = !changed && !isHandedOff;
  const { isOwn, added } = isPlain
    ? await settleSoon(context.services, leases, settled)
    : await settleWith(services, leases, settled, async (unit) => {
        if (changed) await changeProfile(services, unit, conversation.profile, changed);
        if (isHandedOff) await keepMode(unit, services, conversation.profile, 'livechat');
        if (isHandedOff && settings.outgoingUrl !== undefined)
          await enqueueHandoff(context, unit.tx, {
            ...{ profile: conversation.profile, channel: conversation.channel },
            ...{ team: composed?.answered.handoff?.team ?? null, text: event.text ?? '' },
          });
      });
  if (!isOwn) throw new LostLease(conversation.profile);
  Object.assign(conversation, { variables, expecting, followedAt });
  return added && { ...added, isBegun: added.calling !== null };
}

/** In one transaction with what the answer changes of the person. */
async function settleWith(
  services: ReturnType<Context['services']>,
  leases: Leases,
  settled: Settled,
  change: (unit: UnitOfWork) => Promise<void>,
): Promise<Outcome> {
  const { result } = await runInTransaction(services, async (unit) => {
    const [outcome = { isOwn: false, added: null }] = await settleAll(unit.tx, leases, [settled]);
    if (outcome.isOwn) await change(unit);
    return outcome;
  });
  return result;
}

function aboutOf({ answered: { template, chatAd, rule, intent, handoff } }: Composed): About {
  return {
    source: 'BOT',
    ...(template && { template: template.id }),
    ...(chatAd && { chatAd: chatAd.id }),
    ...(rule && { rule: rule.id }),
    ...(intent && { intent: intent.id }),
    ...(handoff && { handoff: true }),
  };
}

function replyOf({ replyToken }: InboundEvent, { received_at: received }: Pending): Reply | null {
  if (replyToken === undefined) return null;
  return { token: replyToken, until: new Date(Date.parse(received) + REPLY_MS).toISOString() };
}

function remembered(held: Record<string, string>, sets: readonly Setting[]): Record<string, string> {
  const all = new Map(Object.entries(held));
  for (const { variable, value = '' } of sets) {
    if (variable === undefined) continue;
    all.delete(variable);
    all.set(variable, value);
  }
  return Object.fromEntries([...all].slice(-MOST_VARIABLES));
}

type Change = (stored: Profile) => Partial<Profile>;

/** What is known of the person now that is not stored; undefined for nothing. */
function profileChange({ conversation, event, composed, profile }: Settling): Change | undefined {
  const tags = (composed?.answered.sets ?? []).flatMap(({ tag }) => (tag === undefined ? [] : [tag]));
  const isLater = event.kind !== 'message' && event.at >= (conversation.followedAt ?? new Date(0));
  const change: Change = (stored) => {
    const own = stored.userTags ?? [];
    const added = tags.filter((tag) => !own.includes(tag));
    const { displayName, pictureUrl, language } = event.told ?? {};
    const told = {
      ...(displayName ? { displayName: displayName.slice(0, 200) } : {}),
      ...(pictureUrl ? { pictureUrl } : {}),
      ...(language ? { language: languageOf(language) } : {}),
    };
    return {
      ...told,
      ...(added.length > 0 && { userTags: [...own, ...new Set(added)].slice(0, MOST_TAGS) }),
      ...(isLater && { followState: event.kind === 'follow' ? 'following' : 'blocked' }),
      ...(Object.keys(composed?.attributes ?? {}).length > 0 && {
        customFields: { ...stored.customFields, ...composed?.attributes },
      }),
    };
  };
  const now = change(profile);
  const isSame = Object.entries(now).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(profile[name as keyof Profile]),
  );
  return isSame ? undefined : change;
}

/** What a rule would refuse of what others tell is passed over: a picture whose address is none, for instance. */
async function changeProfile(
  services: ReturnType<Context['services']>,
  unit: UnitOfWork,
  id: string,
  change: Change,
): Promise<void> {
  await records(services, 'profile', SYSTEM, unit).change(
    id,
    (stored) => ({ ...stored, ...change(stored) }),
    {
      rules: 'pass',
    },
  );
}

/** Who answers somebody from now on; null is whoever answers first in the workspace. */
export const keepMode = (
  { tx }: Pick<UnitOfWork, 'tx'>,
  { catalog }: Pick<ReturnType<Context['services']>, 'catalog'>,
  id: string,
  answeredBy: 'bot' | 'livechat' | null,
): Promise<void> =>
  updateLiveFields({ db: tx as ReturnType<Context['services']>['db'], catalog }, 'profile', [
    { id, values: { answeredBy } },
  ]);
