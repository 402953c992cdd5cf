import {
  findNextFreeTime,
  MAX_BROADCASTS_PER_HOUR,
  remainingStartsAt,
} from '../../../../schemas/campaigns/hourlyLimit.ts';
import { formatTime } from '../../../../schemas/campaigns/formatTime.ts';
import type { EntityCheck } from '../../../engine/modules/module.ts';
import type { CheckFinding } from '../../../engine/resources/actions.ts';
import { hourFullError, reservedSlotsFrom } from '../hourlySlots.ts';
import {
  isQuiet,
  PAST_TIME,
  formatQuietHours,
  readSendingRules,
  retryAt,
  retryRefusal,
  type SendingRules,
} from '../sendingRules.ts';
import { ok, subjectOf } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

const isOver = (sendAt: string | undefined): boolean =>
  sendAt !== undefined && Date.parse(sendAt) < Date.now();

/** The time that was chosen is still to come; nothing is said where it is. */
export const timeCheck: EntityCheck = {
  label: message('Time'),
  async run(call, context) {
    const { broadcast } = await subjectOf(call, context);
    return isOver(broadcast.sendAt)
      ? { level: 'stop', text: t(PAST_TIME), details: [{ text: t(PAST_TIME), at: '/sendAt' }] }
      : undefined;
  },
};

/** Its hour has a place left. */
export const hourCheck: EntityCheck = {
  label: message('Broadcasts per hour'),
  async run(call, context) {
    const { broadcast, startsAt } = await subjectOf(call, context);
    if (isOver(broadcast.sendAt)) return undefined;
    const taken = await reservedSlotsFrom(context.db, startsAt, broadcast.id);
    const free = findNextFreeTime(startsAt, taken);
    if (free !== startsAt) {
      const { message: text, details } = hourFullError(free);
      return { level: 'stop', text, fields: details.fields, details: [{ text, at: '/sendAt' }] };
    }
    const room = remainingStartsAt(startsAt, taken);
    if (room <= 1)
      return () => ({
        level: 'warning',
        text: t('It takes the last place of its hour.'),
        details: [{ text: t('Another time has more room.'), at: '/sendAt' }],
      });
    return ok(t('%{room} of %{most} places are free in its hour.', { room, most: MAX_BROADCASTS_PER_HOUR }));
  },
};

/** It does not begin, or go on, in the workspace's quiet hours. */
export const quietHoursCheck: EntityCheck = {
  label: message('Quiet hours'),
  async run(call, context) {
    const rules = await readSendingRules(context.services());
    if (formatQuietHours(rules) === undefined) return undefined;
    if (call.action === 'retry') return judgeRetry(rules);
    const { broadcast, startsAt } = await subjectOf(call, context);
    if (isOver(broadcast.sendAt)) return undefined;
    if (!isQuiet(rules, startsAt))
      return ok(t('It starts outside %{hours}.', { hours: formatQuietHours(rules) }));
    return () => {
      const values = { hours: formatQuietHours(rules), time: formatTime(new Date(startsAt).toISOString()) };
      return {
        level: rules.quietRule === 'refuse' ? 'stop' : 'warning',
        // What is sent now would start at another minute each time that it is looked at.
        text:
          broadcast.sendAt === undefined
            ? t('It starts now, in the quiet hours (%{hours}).', values)
            : t('It starts at %{time}, in the quiet hours (%{hours}).', values),
        details: [{ text: t('Choose another time'), at: '/sendAt' }],
      };
    };
  },
};

/** What failed is sent as soon as it cannot be undone any more. */
function judgeRetry(rules: SendingRules): CheckFinding | (() => CheckFinding) {
  const at = retryAt(rules);
  if (!isQuiet(rules, at)) return ok(t('It is sent outside %{hours}.', { hours: formatQuietHours(rules) }));
  const refused = retryRefusal(rules, at);
  if (refused !== undefined) return { level: 'stop', text: refused };
  return () => ({
    level: 'warning',
    text: t('It is sent now, in the quiet hours (%{hours}).', { hours: formatQuietHours(rules) }),
  });
}
