import { hasCredentials } from '../../channels/channelState.ts';
import { findChannel } from '../../channels/channelCache.ts';
import type { Context } from '../../engine/modules/module.ts';
import { describeChange, describeMissingApproval, findSnapshot } from './approval.ts';
import { hasGrown } from './checks/audience.ts';
import { formatCount, loadSubject, type CheckSubject } from './checks/subject.ts';
import { MessageRenderer, type Broadcast } from './content.ts';
import type { insertRun } from './store.ts';
import { storedText, storedList } from '../../../schemas/texts/stored.ts';

export type NewRun = Parameters<typeof insertRun>[1];

/**
 * Composes the run of a broadcast that is due.
 * @returns the run; or why the broadcast fails; or why it needs another review, because it is no longer what was approved
 *   or scheduled
 */
export async function prepareRun(
  context: Context,
  campaign: Broadcast,
): Promise<{ run: NewRun } | { failReason: string } | { reviewReason: string }> {
  const services = context.services();
  const channel = await findChannel(services, campaign.channel);
  if (!channel) return { failReason: storedText('Its channel is no longer there') };
  if (!channel.active) return { failReason: storedText('Its channel is not active') };
  const sandbox = !hasCredentials(channel);
  if (sandbox && !context.settings.demo)
    return { failReason: storedText('Its channel is not connected: it has no credentials') };
  const subject = await loadSubject({ record: campaign }, context);
  const { composed, isForAllFollowers: inOneCall } = subject;
  const reviewReason =
    (await describeChange(services, campaign, composed)) ??
    (await describeMissingApproval(services, campaign)) ??
    (await describeGrowth(context, subject));
  if (reviewReason !== undefined) return { reviewReason };
  const { answer, variables, audience } = composed;
  if (!answer) return { failReason: storedText('It has no messages: its template is empty') };
  const { people: expected, leftOut, blocked, outsideWindow, ended } = await subject.reach();
  // A single call also reaches followers without a profile.
  if (expected === 0 && !inOneCall) {
    const reasons = [
      leftOut > 0 && storedText('%{count} are left out', { count: leftOut }),
      blocked > 0 && storedText('%{count} have blocked the channel', { count: blocked }),
      outsideWindow > 0 && storedText('%{count} did not write within 24 hours', { count: outsideWindow }),
      ended > 0 && storedText('the chats of %{count} are over', { count: ended }),
    ].filter((one) => one !== false);
    const why = storedList(reasons);
    return {
      failReason:
        reasons.length > 0
          ? storedText('Nobody gets it: %{why}', { why })
          : storedText('Nobody gets it: the audience is empty'),
    };
  }
  const renderer = new MessageRenderer(answer, channel.type, variables, context.settings.publicUrl ?? null);
  const bodies = renderer.bodies();
  return {
    run: {
      campaign: campaign.id,
      sandbox,
      at_once: inOneCall,
      answer,
      variables,
      bodies,
      audience,
      expected,
    },
  };
}

/** @returns a sentence where the audience has grown so much since the approval that it needs another review */
async function describeGrowth(
  { db }: Context,
  { broadcast, recipients }: CheckSubject,
): Promise<string | undefined> {
  if (broadcast.approval !== 'approved') return undefined;
  const before = (await findSnapshot(db, broadcast.id))?.reach;
  const now = before === undefined ? null : await recipients();
  if (before === undefined || now === null || !hasGrown(before, now)) return undefined;
  return storedText(
    '%{now} people would get it now, %{before} when it was approved. Look at it as it is now, and ask for approval again.',
    { now: formatCount(now), before: formatCount(before) },
  );
}
