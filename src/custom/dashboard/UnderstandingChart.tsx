import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import { Link } from 'react-router';
import type { FigureQuery, Interval, Understanding } from '../../dataProvider/dashboardVerbs.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { useYears, type Years } from '../../i18n/years.ts';
import { Chart } from '../../resources/charts/Chart.tsx';
import type { ChartPoint, ChartSeries } from '../../resources/charts/types.ts';
import { intervalLabels } from './points.ts';
import { KEY } from './useFigures.ts';
import { intervalText } from './filterModel.ts';
import { t } from '../../../schemas/texts/translate.ts';

const SERIES: ChartSeries[] = [{ key: 'share', label: t('Understood') }];

interface Props {
  query: FigureQuery;
  height: number;
}

/** The share of the bot's answers that it understood, over time, with its trainings. */
export const UnderstandingChart = ({ query: { sources: _, ...query }, height }: Props) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const may = useMay();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [KEY, 'understanding', query],
    queryFn: async ({ signal }) => ({
      interval: query.interval,
      understanding: await provider.understanding(query, { signal }),
    }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const years = useYears();
  const points = useMemo(
    () => (data ? understandingPoints(data.understanding, data.interval, years) : []),
    [data, years],
  );
  return (
    <>
      <Chart
        kind="line"
        title={t('Understood by the bot')}
        description={t('share of its answers that are not the fail action, per %{interval}', {
          interval: intervalText(query.interval),
        })}
        series={SERIES}
        points={error ? [] : points}
        isPending={isPending}
        error={error}
        onRetry={() => void refetch()}
        emptyText={t('The bot answered nothing in this period')}
        height={height}
        format={(value) => `${value}%`}
      />
      {may('missed-sentence', 'list') ? (
        <Link to="/chatbot/not-understood" style={{ fontSize: 13, color: 'var(--accent-text)' }}>
          {t('What it did not understand')}
        </Link>
      ) : null}
    </>
  );
};

/** Shares in percent; null for intervals without answers. A training is marked at its interval. */
function understandingPoints(
  { rows, trainings }: Understanding,
  interval: Interval,
  era?: Years,
): ChartPoint[] {
  const starts = rows.map(({ date }) => Date.parse(date));
  const trained = new Map<number, number>();
  for (const { at } of trainings) {
    const index = starts.findLastIndex((start) => start <= Date.parse(at));
    trained.set(index, (trained.get(index) ?? 0) + 1);
  }
  return rows.map(({ date, understood, missed }, index) => {
    const times = trained.get(index) ?? 0;
    const all = understood + missed;
    return {
      ...intervalLabels(date, interval, era),
      values: { share: all === 0 ? null : Math.round((100 * understood) / all) },
      ...(times > 0 && {
        mark: {
          label: times === 1 ? t('Trained') : t('Trained %{times} times', { times }),
          as: 'line' as const,
        },
      }),
    };
  });
}
