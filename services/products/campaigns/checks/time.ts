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
  quietHours,
  readSendingRules,
  retryAt,
  retryRefusal,
  type SendingRules,
} from '../sendingRules.ts';
import { ok, subjectOf } from './subject.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const isOver = (sendAt: string | undefined): boolean =>
  sendAt !== undefined && Date.parse(sendAt) < Date.now();

/** The time that was chosen is still to come; nothing is said where it is. */
export const timeCheck: EntityCheck = {
  label: 'Time',
  async run(call, context) {
    const { broadcast } = await subjectOf(call, context);
    return isOver(broadcast.sendAt)
      ? { level: 'stop', text: PAST_TIME, details: [{ text: PAST_TIME, at: '/sendAt' }] }
      : undefined;
  },
};

/** Its hour has a place left. */
export const hourCheck: EntityCheck = {
  label: 'Broadcasts per hour',
  async run(call, context) {
    const { broadcast, startsAt } = await subjectOf(call, context);
    if (isOver(broadcast.sendAt)) return undefined;
    const taken = await reservedSlotsFrom(context.db, startsAt, broadcast.id);
    const free = findNextFreeTime(startsAt, taken);
    if (free !== startsAt) {
      const { message, details } = hourFullError(free);
      return {
        level: 'stop',
        text: message,
        fields: details.fields,
        details: [{ text: message, at: '/sendAt' }],
      };
    }
    const room = remainingStartsAt(startsAt, taken);
    if (room <= 1)
      return {
        level: 'warning',
        text: t('It takes the last place of its hour.'),
        details: [{ text: t('Another time has more room.'), at: '/sendAt' }],
      };
    return ok(`${room} of ${MAX_BROADCASTS_PER_HOUR} places are free in its hour.`);
  },
};

/** It does not begin, or go on, in the workspace's quiet hours. */
export const quietHoursCheck: EntityCheck = {
  label: 'Quiet hours',
  async run(call, context) {
    const rules = await readSendingRules(context.services());
    const hours = quietHours(rules);
    if (hours === undefined) return undefined;
    if (call.action === 'retry') return judgeRetry(rules, hours);
    const { broadcast, startsAt } = await subjectOf(call, context);
    if (isOver(broadcast.sendAt)) return undefined;
    if (!isQuiet(rules, startsAt)) return ok(`It starts outside ${hours}.`);
    const at = new Date(startsAt).toISOString();
    // What is sent now would start at another minute each time that it is looked at.
    const when = broadcast.sendAt === undefined ? 'now' : `at ${formatTime(at)}`;
    const text = `It starts ${when}, in the quiet hours (${hours}).`;
    return {
      level: rules.quietRule === 'refuse' ? 'stop' : 'warning',
      text,
      details: [{ text: t('Choose another time'), at: '/sendAt' }],
    };
  },
};

/** What failed is sent as soon as it cannot be undone any more. */
function judgeRetry(rules: SendingRules, hours: string): CheckFinding {
  const at = retryAt(rules);
  if (!isQuiet(rules, at)) return ok(`It is sent outside ${hours}.`);
  const refused = retryRefusal(rules, at);
  return refused === undefined
    ? { level: 'warning', text: t('It is sent now, in the quiet hours (%{hours}).', { hours }) }
    : { level: 'stop', text: refused };
}
