import { workspaceTime } from '../../resources/clock.ts';
import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import type { Interval } from '../../dataProvider/dashboardVerbs.ts';
import type { ChartPoint } from '../../resources/charts/types.ts';
import type { Rows } from './useFigures.ts';
import { formatDate, formatTime } from '../../resources/format.ts';
import type { Years } from '../../i18n/years.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Label of an interval on the axis, and its full label, in UTC+7. */
export function intervalLabels(
  date: string,
  interval: Interval,
  era?: Years,
): { label: string; fullLabel: string } {
  const at = new Date(date);
  const day = formatDate(at, WORKSPACE_ZONE, era);
  const time = formatTime(at, WORKSPACE_ZONE);
  if (interval === 'hour') return { label: time, fullLabel: workspaceTime(date, era) };
  if (interval === 'month') return { label: day.slice(3), fullLabel: day.slice(3) };
  const label = day.slice(0, -' YYYY'.length).replace(/^0/, '');
  return { label, fullLabel: interval === 'week' ? t('Week from %{day}', { day }) : day };
}

/** The points of a chart, with those of the previous period by index. */
export const chartPoints = (rows: Rows | undefined, era: Years, before?: Rows): ChartPoint[] =>
  (rows?.points ?? []).map(({ date, amount }, at) => ({
    ...intervalLabels(date, rows?.interval ?? 'day', era),
    values: {
      now: amount,
      ...(before && {
        before: before.interval === rows?.interval ? (before.points[at]?.amount ?? null) : null,
      }),
    },
  }));
