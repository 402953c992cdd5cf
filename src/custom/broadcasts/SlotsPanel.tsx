import { MAX_BROADCASTS_PER_HOUR } from '../../../schemas/campaigns/hourlyLimit.ts';
import { timeParts } from '../../../schemas/campaigns/formatTime.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import { useCalendarDay } from '../../resources/list/calendar/CalendarDay.ts';
import { Pairs, Small } from './parts.tsx';
import { useSlots } from './useBroadcast.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The number of broadcasts that may still start on the calendar's day: hours with fewer free slots than the limit. */
export function SlotsPanel() {
  const { data, error } = useSlots(useCalendarDay());
  if (error && !data) return <Small role="alert">{messageOf(error)}</Small>;
  if (!data) return <Small role="status">{t('Loading…')}</Small>;
  if (data.hours.length === 0) return <Small>{t('The day is over.')}</Small>;
  const fuller = data.hours.filter(({ remainingSlots }) => remainingSlots < MAX_BROADCASTS_PER_HOUR);
  const left = (room: number): string =>
    t('%{room} of %{maxBroadcastsPerHour}', { room, maxBroadcastsPerHour: MAX_BROADCASTS_PER_HOUR });
  return (
    <Pairs aria-label={t('Broadcast slots left per hour')}>
      {fuller.map(({ at, remainingSlots }) => (
        <div key={at} style={{ display: 'contents' }}>
          <dt>{t('From %{at}', { at: timeParts(at).clock })}</dt>
          <dd style={remainingSlots === 0 ? { color: 'var(--danger)' } : undefined}>
            {remainingSlots === 0 ? t('None') : left(remainingSlots)}
          </dd>
        </div>
      ))}
      {fuller.length < data.hours.length && (
        <>
          <dt>{fuller.length > 0 ? t('Every other hour') : t('Every hour')}</dt>
          <dd>{left(MAX_BROADCASTS_PER_HOUR)}</dd>
        </>
      )}
    </Pairs>
  );
}
