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
  resolveRetryTime,
  retryRefusal,
  type SendingRules,
} from '../sendingRules.ts';
import { ok, loadSubject } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

const isPast = (sendAt: string | undefined): boolean =>
  sendAt !== undefined && Date.parse(sendAt) < Date.now();

/** Checks that the chosen time is not past; no finding where it is not. */
export const timeCheck: EntityCheck = {
  label: message('Time'),
  async run(call, context) {
    const { broadcast } = await loadSubject(call, context);
    return isPast(broadcast.sendAt)
      ? { level: 'stop', text: t(PAST_TIME), details: [{ text: t(PAST_TIME), at: '/sendAt' }] }
      : undefined;
  },
};

/** Checks that its hour has a slot left. */
export const hourCheck: EntityCheck = {
  label: message('Broadcasts per hour'),
  async run(call, context) {
    const { broadcast, startsAt } = await loadSubject(call, context);
    if (isPast(broadcast.sendAt)) return undefined;
    const reserved = await reservedSlotsFrom(context.db, startsAt, broadcast.id);
    const nextFree = findNextFreeTime(startsAt, reserved);
    if (nextFree !== startsAt) {
      const { message: text, details } = hourFullError(nextFree);
      return { level: 'stop', text, fields: details.fields, details: [{ text, at: '/sendAt' }] };
    }
    const room = remainingStartsAt(startsAt, reserved);
    if (room <= 1)
      return () => ({
        level: 'warning',
        text: t('It takes the last place of its hour.'),
        details: [{ text: t('Another time has more room.'), at: '/sendAt' }],
      });
    return ok(t('%{room} of %{most} places are free in its hour.', { room, most: MAX_BROADCASTS_PER_HOUR }));
  },
};

/** Checks that it does not start, or is not retried, in the workspace's quiet hours. */
export const quietHoursCheck: EntityCheck = {
  label: message('Quiet hours'),
  async run(call, context) {
    const rules = await readSendingRules(context.services());
    if (formatQuietHours(rules) === undefined) return undefined;
    if (call.action === 'retry') return checkRetryTime(rules);
    const { broadcast, startsAt } = await loadSubject(call, context);
    if (isPast(broadcast.sendAt)) return undefined;
    if (!isQuiet(rules, startsAt))
      return ok(t('It starts outside %{hours}.', { hours: formatQuietHours(rules) }));
    return () => {
      const values = { hours: formatQuietHours(rules), time: formatTime(new Date(startsAt).toISOString()) };
      return {
        level: rules.quietRule === 'refuse' ? 'stop' : 'warning',
        // Without the time if it starts now: the finding would differ with every minute.
        text:
          broadcast.sendAt === undefined
            ? t('It starts now, in the quiet hours (%{hours}).', values)
            : t('It starts at %{time}, in the quiet hours (%{hours}).', values),
        details: [{ text: t('Choose another time'), at: '/sendAt' }],
      };
    };
  },
};

/** Checks the time of a retry, which sends when its undo period ends. */
function checkRetryTime(rules: SendingRules): CheckFinding | (() => CheckFinding) {
  const at = resolveRetryTime(rules);
  if (!isQuiet(rules, at)) return ok(t('It is sent outside %{hours}.', { hours: formatQuietHours(rules) }));
  const refusal = retryRefusal(rules, at);
  if (refusal !== undefined) return { level: 'stop', text: refusal };
  return () => ({
    level: 'warning',
    text: t('It is sent now, in the quiet hours (%{hours}).', { hours: formatQuietHours(rules) }),
  });
}
