import { workspaceTime } from '../../resources/clock.ts';
import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import type { Interval } from '../../dataProvider/dashboardVerbs.ts';
import type { ChartPoint } from '../../resources/charts/types.ts';
import type { Rows } from './useFigures.ts';
import { formatDate, formatTime } from '../../resources/format.ts';
import type { Years } from '../../i18n/years.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** What a stretch is called on the axis, and by itself, on the clock of UTC+7. */
export function stretchText(
  date: string,
  interval: Interval,
  counted?: Years,
): { label: string; fullLabel: string } {
  const at = new Date(date);
  const day = formatDate(at, WORKSPACE_ZONE, counted);
  const time = formatTime(at, WORKSPACE_ZONE);
  if (interval === 'hour') return { label: time, fullLabel: workspaceTime(date, counted) };
  if (interval === 'month') return { label: day.slice(3), fullLabel: day.slice(3) };
  const label = day.slice(0, -' YYYY'.length).replace(/^0/, '');
  return { label, fullLabel: interval === 'week' ? t('Week from %{day}', { day }) : day };
}

/** The points of a chart; beside them those of the time before, one by one. */
export const chartPoints = (rows: Rows | undefined, counted: Years, before?: Rows): ChartPoint[] =>
  (rows?.points ?? []).map(({ date, amount }, at) => ({
    ...stretchText(date, rows?.interval ?? 'day', counted),
    values: {
      now: amount,
      ...(before && {
        before: before.interval === rows?.interval ? (before.points[at]?.amount ?? null) : null,
      }),
    },
  }));
