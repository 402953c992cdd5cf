import { capabilitiesOf, channelTypeOf } from '../../../../schemas/channels/registry.ts';
import { WORKSPACE_ZONE, toWallTime } from '../../../../schemas/model/zonedTime.ts';
import type { Context, EntityCheck } from '../../../engine/modules/module.ts';
import { fetchQuotaCached } from '../quota.ts';
import { formatCount, pluralize, ok, formatPeople, loadSubject, type CheckSubject } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

/** Broadcasts scheduled before this one that are counted. */
const MAX_SCHEDULED_BROADCASTS = 200;

const monthOf = (at: number): string => toWallTime(new Date(at).toISOString(), WORKSPACE_ZONE).slice(0, 7);

/** Checks the channel's monthly quota, after the broadcasts that are scheduled before this one. */
export const quotaCheck: EntityCheck = {
  label: message('Monthly quota'),
  async run(call, context) {
    const subject = await loadSubject(call, context);
    const { channel, type, startsAt } = subject;
    if (!channel || !capabilitiesOf(type).quota) return undefined;
    const quota = await fetchQuotaCached(context, channel);
    if (quota === undefined) return undefined;
    if (quota === 'unlimited') return ok(t('There is no monthly limit.'));
    if (monthOf(startsAt) !== monthOf(Date.now())) return ok(t('It counts in a later month.'));
    if (quota === 'unknown')
      return () => ({
        level: 'warning',
        text: t('%{label} does not say how many are left this month.', { label: channelTypeOf(type).label }),
      });
    const { limit, used } = quota;
    const remaining = Math.max(0, limit - used);
    if (remaining === 0)
      return {
        level: 'stop',
        text: t('All %{limit} of this month are used.', { limit: formatCount(limit) }),
      };
    const recipients = await subject.recipients();
    if (recipients === null)
      return () => ({
        level: 'warning',
        text: pluralize(
          remaining,
          message('%{count} is left this month. How many would get it is not known.'),
          message('%{count} are left this month. How many would get it is not known.'),
        ),
      });
    const before = await countScheduledBefore(subject, context);
    const after = remaining - before.people - recipients;
    if (after < 0) return () => ({ level: 'warning', text: describeShortage(remaining, recipients, before) });
    const values = { after: formatCount(after), limit: formatCount(limit) };
    return ok(
      before.people === 0
        ? t('%{after} of %{limit} are left after it.', values)
        : pluralize(
            before.broadcasts,
            message('%{after} of %{limit} are left after it and %{count} broadcast scheduled before it.'),
            message('%{after} of %{limit} are left after it and %{count} broadcasts scheduled before it.'),
            values,
          ),
    );
  },
};

/** Says that the quota does not suffice. */
function describeShortage(
  remaining: number,
  recipients: number,
  before: { broadcasts: number; people: number },
): string {
  const [values, isOne] = [
    { left: formatCount(remaining), people: formatPeople(recipients) },
    remaining === 1,
  ];
  if (before.people === 0)
    return isOne
      ? t('%{left} is left this month, %{people} would get it.', values)
      : t('%{left} are left this month, %{people} would get it.', values);
  const more = { ...values, taken: formatCount(before.people) };
  return isOne
    ? pluralize(
        before.broadcasts,
        message(
          '%{left} is left this month: %{count} broadcast scheduled before it takes %{taken}, and %{people} would get it.',
        ),
        message(
          '%{left} is left this month: %{count} broadcasts scheduled before it take %{taken}, and %{people} would get it.',
        ),
        more,
      )
    : pluralize(
        before.broadcasts,
        message(
          '%{left} are left this month: %{count} broadcast scheduled before it takes %{taken}, and %{people} would get it.',
        ),
        message(
          '%{left} are left this month: %{count} broadcasts scheduled before it take %{taken}, and %{people} would get it.',
        ),
        more,
      );
}

/** Counts the channel's broadcasts that start before this one, and their recipients as of when they were scheduled. */
async function countScheduledBefore(
  { broadcast, channel, startsAt }: CheckSubject,
  context: Context,
): Promise<{ broadcasts: number; people: number }> {
  const until = new Date(startsAt).toISOString();
  const where = [{ status: 'scheduled' as const, channel: channel?.id, startsAt: { lte: until } }];
  const scheduled = await context
    .services()
    .catalog.repository('campaign')
    ?.list({ take: MAX_SCHEDULED_BROADCASTS, where });
  const others = (scheduled ?? []).filter(({ id }) => id !== broadcast.id);
  const rows = await context.db.query<{ campaign: string; reach: number }>(
    `SELECT campaign, (content ->> 'reach')::int AS reach FROM broadcast_snapshot
     WHERE campaign = ANY($1::uuid[]) AND content ? 'reach'`,
    [others.map(({ id }) => id)],
  );
  const reachById = new Map(rows.map(({ campaign, reach }) => [campaign, reach]));
  let people = 0;
  for (const record of others)
    people += reachById.get(record.id) ?? (await countAtLeast(await loadSubject({ record }, context)));
  return { broadcasts: others.length, people };
}

/** Number of recipients; where the platform has no count, only those with a profile. */
const countAtLeast = async ({ recipients, reach }: CheckSubject): Promise<number> =>
  (await recipients()) ?? (await reach()).people;
