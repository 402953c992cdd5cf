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

/** What the charts show as a file for spreadsheets; times as clocks in UTC+7 show them. */
export function csvOf({ interval, messages, active }: Table): string {
  const people = new Map(active.map(({ date, amount }) => [date, amount]));
  const told = new Map(messages.map(({ date, amount }) => [date, amount]));
  const dates = [...new Set([...told.keys(), ...people.keys()])].sort();
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
        cell(told.get(date)),
        cell(people.get(date)),
      ]),
    ],
    { byteOrderMark: true },
  );
}
