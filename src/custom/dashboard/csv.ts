import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import type { FigurePoint, Interval } from '../../dataProvider/dashboardVerbs.ts';
import { toCsv } from '../../../schemas/model/csv.ts';
import { clockText } from '../../resources/format.ts';
import { intervalText } from './filterModel.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface Table {
  interval: Interval;
  messages: readonly FigurePoint[];
  active: readonly FigurePoint[];
}

/** The charts' points as CSV; times in UTC+7. */
export function toOverviewCsv({ interval, messages, active }: Table): string {
  const people = new Map(active.map(({ date, amount }) => [date, amount]));
  const messageCounts = new Map(messages.map(({ date, amount }) => [date, amount]));
  const dates = [...new Set([...messageCounts.keys(), ...people.keys()])].sort();
  const cell = (value: number | undefined): string => (value === undefined ? '' : String(value));
  return toCsv(
    [
      [
        t('From (UTC+7:00, per %{interval})', { interval: intervalText(interval) }),
        t('Total messages'),
        t('Active users'),
      ],
      ...dates.map((date) => [
        clockText(new Date(date), WORKSPACE_ZONE),
        cell(messageCounts.get(date)),
        cell(people.get(date)),
      ]),
    ],
    { byteOrderMark: true },
  );
}
