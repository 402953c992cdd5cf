import { hasCredentials } from '../../channels/channelState.ts';
import { findChannel } from '../../channels/channelCache.ts';
import type { Context } from '../../engine/modules/module.ts';
import { describeChange, describeMissingApproval, findSnapshot } from './approval.ts';
import { hasGrown } from './checks/audience.ts';
import { count, subjectOf, type Subject } from './checks/subject.ts';
import { MessageRenderer, type Broadcast } from './content.ts';
import type { insertRun } from './store.ts';
import { storedText, storedList } from '../../../schemas/texts/stored.ts';

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
  if (!channel) return { reason: storedText('Its channel is no longer there') };
  if (!channel.active) return { reason: storedText('Its channel is not active') };
  const sandbox = !hasCredentials(channel);
  if (sandbox && !context.settings.demo)
    return { reason: storedText('Its channel is not connected: it has no credentials') };
  const subject = await subjectOf({ record: campaign }, context);
  const { composed, isWhole: atOnce } = subject;
  const changed =
    (await describeChange(services, campaign, composed)) ??
    (await describeMissingApproval(services, campaign)) ??
    (await describeGrowth(context, subject));
  if (changed !== undefined) return { changed };
  const { answer, variables, audience } = composed;
  if (!answer) return { reason: storedText('It has no messages: its template is empty') };
  const { people: expected, leftOut, blocked, outsideWindow, ended } = await subject.reach();
  // The platform sends to all friends, known here or not.
  if (expected === 0 && !atOnce) {
    const reasons = [
      leftOut > 0 && storedText('%{count} are left out', { count: leftOut }),
      blocked > 0 && storedText('%{count} have blocked the channel', { count: blocked }),
      outsideWindow > 0 && storedText('%{count} did not write within 24 hours', { count: outsideWindow }),
      ended > 0 && storedText('the chats of %{count} are over', { count: ended }),
    ].filter((one) => one !== false);
    const why = storedList(reasons);
    return {
      reason:
        reasons.length > 0
          ? storedText('Nobody gets it: %{why}', { why })
          : storedText('Nobody gets it: the audience is empty'),
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
  return storedText(
    '%{now} people would get it now, %{before} when it was approved. Look at it as it is now, and ask for approval again.',
    { now: count(now), before: count(then) },
  );
}
