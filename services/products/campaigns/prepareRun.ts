import { hasCredentials } from '../../channels/channelState.ts';
import { findChannel } from '../../channels/channelCache.ts';
import type { Context } from '../../engine/modules/module.ts';
import { describeChange, describeMissingApproval, findSnapshot } from './approval.ts';
import { hasGrown } from './checks/audience.ts';
import { count, subjectOf, type Subject } from './checks/subject.ts';
import { MessageRenderer, type Broadcast } from './content.ts';
import type { insertRun } from './store.ts';
import { t } from '../../../schemas/texts/translate.ts';

export type NewRun = Parameters<typeof insertRun>[1];

/**
 * What is sent to whom: the broadcast as it is now, which has to be what was approved or scheduled.
 * @returns else why it fails, or what keeps it from beginning before somebody has looked at it again
 */
export async function prepareRun(
  context: Context,
  campaign: Broadcast,
): Promise<{ run: NewRun } | { reason: string } | { changed: string }> {
  const services = context.services();
  const channel = await findChannel(services, campaign.channel);
  if (!channel) return { reason: 'Its channel is no longer there' };
  if (!channel.active) return { reason: 'Its channel is not active' };
  const sandbox = !hasCredentials(channel);
  if (sandbox && !context.settings.demo)
    return { reason: 'Its channel is not connected: it has no credentials' };
  const subject = await subjectOf({ record: campaign }, context);
  const { composed, isWhole: atOnce } = subject;
  const changed =
    (await describeChange(services, campaign, composed)) ??
    (await describeMissingApproval(services, campaign)) ??
    (await describeGrowth(context, subject));
  if (changed !== undefined) return { changed };
  const { answer, variables, audience } = composed;
  if (!answer) return { reason: 'It has no messages: its template is empty' };
  const { people: expected, leftOut, blocked, outsideWindow, ended } = await subject.reach();
  // The platform sends to all friends, known here or not.
  if (expected === 0 && !atOnce) {
    const why = [
      leftOut > 0 && `${leftOut} are left out`,
      blocked > 0 && `${blocked} have blocked the channel`,
      outsideWindow > 0 && `${outsideWindow} did not write within 24 hours`,
      ended > 0 && `the chats of ${ended} are over`,
    ].filter(Boolean);
    return {
      reason: why.length > 0 ? `Nobody gets it: ${why.join(', ')}` : 'Nobody gets it: the audience is empty',
    };
  }
  const renderer = new MessageRenderer(answer, channel.type, variables, context.settings.publicUrl ?? null);
  const bodies = renderer.bodies();
  return {
    run: { campaign: campaign.id, sandbox, at_once: atOnce, answer, variables, bodies, audience, expected },
  };
}

/** @returns a sentence where so many more would get it than when it was approved that somebody has to look at it again */
async function describeGrowth(
  { db }: Context,
  { broadcast, recipients }: Subject,
): Promise<string | undefined> {
  if (broadcast.approval !== 'approved') return undefined;
  const then = (await findSnapshot(db, broadcast.id))?.reach;
  const now = then === undefined ? null : await recipients();
  if (then === undefined || now === null || !hasGrown(then, now)) return undefined;
  return t(
    '%{now} people would get it now, %{before} when it was approved. Look at it as it is now, and ask for approval again.',
    { now: count(now), before: count(then) },
  );
}
