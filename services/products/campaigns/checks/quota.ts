import { capabilitiesOf, channelTypeOf } from '../../../../schemas/channels/registry.ts';
import { WORKSPACE_ZONE, toWallTime } from '../../../../schemas/model/zonedTime.ts';
import type { Context, EntityCheck } from '../../../engine/modules/module.ts';
import { fetchQuotaCached } from '../quota.ts';
import { count, counted, ok, people, subjectOf, type Subject } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

/** Broadcasts of a month that are looked at. */
const MAX_SCHEDULED = 200;

const monthOf = (at: number): string => toWallTime(new Date(at).toISOString(), WORKSPACE_ZONE).slice(0, 7);

/** What the platform still takes in the month in which it is sent, after those that are scheduled before it. */
export const quotaCheck: EntityCheck = {
  label: message('Monthly quota'),
  async run(call, context) {
    const subject = await subjectOf(call, context);
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
    const left = Math.max(0, limit - used);
    if (left === 0)
      return { level: 'stop', text: t('All %{limit} of this month are used.', { limit: count(limit) }) };
    const needed = await subject.recipients();
    if (needed === null)
      return () => ({
        level: 'warning',
        text: counted(
          left,
          message('%{count} is left this month. How many would get it is not known.'),
          message('%{count} are left this month. How many would get it is not known.'),
        ),
      });
    const before = await countBefore(subject, context);
    const after = left - before.people - needed;
    if (after < 0) return () => ({ level: 'warning', text: describeLack(left, needed, before) });
    const rest = { after: count(after), limit: count(limit) };
    return ok(
      before.people === 0
        ? t('%{after} of %{limit} are left after it.', rest)
        : counted(
            before.broadcasts,
            message('%{after} of %{limit} are left after it and %{count} broadcast scheduled before it.'),
            message('%{after} of %{limit} are left after it and %{count} broadcasts scheduled before it.'),
            rest,
          ),
    );
  },
};

/** Says that fewer are left than are needed. */
function describeLack(left: number, needed: number, before: { broadcasts: number; people: number }): string {
  const [values, isOne] = [{ left: count(left), people: people(needed) }, left === 1];
  if (before.people === 0)
    return isOne
      ? t('%{left} is left this month, %{people} would get it.', values)
      : t('%{left} are left this month, %{people} would get it.', values);
  const more = { ...values, taken: count(before.people) };
  return isOne
    ? counted(
        before.broadcasts,
        message(
          '%{left} is left this month: %{count} broadcast scheduled before it takes %{taken}, and %{people} would get it.',
        ),
        message(
          '%{left} is left this month: %{count} broadcasts scheduled before it take %{taken}, and %{people} would get it.',
        ),
        more,
      )
    : counted(
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

/** What the channel's other broadcasts take that begin before it, by what was counted when they were scheduled. */
async function countBefore(
  { broadcast, channel, startsAt }: Subject,
  context: Context,
): Promise<{ broadcasts: number; people: number }> {
  const until = new Date(startsAt).toISOString();
  const where = [{ status: 'scheduled' as const, channel: channel?.id, startsAt: { lte: until } }];
  const stored = await context
    .services()
    .catalog.repository('campaign')
    ?.list({ take: MAX_SCHEDULED, where });
  const others = (stored ?? []).filter(({ id }) => id !== broadcast.id);
  const rows = await context.db.query<{ campaign: string; reach: number }>(
    `SELECT campaign, (content ->> 'reach')::int AS reach FROM broadcast_snapshot
     WHERE campaign = ANY($1::uuid[]) AND content ? 'reach'`,
    [others.map(({ id }) => id)],
  );
  const known = new Map(rows.map(({ campaign, reach }) => [campaign, reach]));
  let taken = 0;
  for (const record of others)
    taken += known.get(record.id) ?? (await atLeast(await subjectOf({ record }, context)));
  return { broadcasts: others.length, people: taken };
}

/** How many get a broadcast, of whom only those who are known here are counted where the platform does not count. */
const atLeast = async ({ recipients, reach }: Subject): Promise<number> =>
  (await recipients()) ?? (await reach()).people;
