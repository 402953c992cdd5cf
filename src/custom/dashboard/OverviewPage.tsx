import { channelLabelsThatCan } from '../../../schemas/channels/registry.ts';
import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { useYears } from '../../i18n/years.ts';
import { saveFile } from '../../dataProvider/downloads.ts';
import { Chart } from '../../resources/charts/Chart.tsx';
import type { ChartPoint, ChartSeries } from '../../resources/charts/types.ts';
import { toDay } from '../../resources/format.ts';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { StatePanel } from '../../resources/states/StatePanel.tsx';
import { toOverviewCsv } from './csv.ts';
import { DemoNotice } from './DemoNotice.tsx';
import { Cards, FigureCard } from './FigureCard.tsx';
import { FilterBar } from './FilterBar.tsx';
import { previousRangeText, intervalText, nextLonger, nothingText, rangeAt } from './filterModel.ts';
import { PageHead } from './PageHead.tsx';
import { chartPoints } from './points.ts';
import { ShowLonger, ShowPeriodWithMessages } from './ShowLonger.tsx';
import { SourceMenu } from './SourceMenu.tsx';
import { buildFigureQueries, useAmount, useRows } from './useFigures.ts';
import { UnderstandingChart } from './UnderstandingChart.tsx';
import { useFilter } from './useFilter.ts';
import { useNow } from './useNow.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Section = styled('section')({
  margin: '0 calc(-1 * var(--edge))',
  padding: '16px var(--edge)',
  '& + &': { borderTop: '1px solid var(--line)' },
});
/** On a phone the period of comparison is shown once, above all numbers. */
const ComparisonText = styled('p')(({ theme }) => ({
  ...{ margin: '12px 0 0', ...TEXT.caption, color: 'var(--ink-3)' },
  '&::first-letter': { textTransform: 'uppercase' },
  [theme.breakpoints.up('sm')]: { display: 'none' },
}));
const SparseNote = styled('p')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  margin: '0 0 12px',
  ...TEXT.small,
  color: 'var(--ink-3)',
  [theme.breakpoints.down('sm')]: { justifyContent: 'space-between' },
}));
/** Number of messages below which a chart says little, and a longer period is offered. */
const MIN_MESSAGES = 20;
const HEIGHT = 240;
const NO_POINTS: ChartPoint[] = [];
const MESSAGES: ChartSeries[] = [{ key: 'now', label: t('Messages') }];
const FRIENDS: ChartSeries[] = [{ key: 'now', label: t('Friends') }];
const comparisonSeries = (against: string): ChartSeries[] => [
  { key: 'now', label: t('This period') },
  { key: 'before', label: against.replace(/^./, (letter) => letter.toUpperCase()), isPrevious: true },
];

/** Numbers of messages and people: now, compared with the previous period, and over time. */
export const OverviewPage = () => {
  const [filter, setFilter] = useFilter();
  const { span, sources } = filter;
  const { now, refresh } = useNow(span);
  const range = useMemo(() => rangeAt(span, now), [span, now]);
  const { now: query, before } = buildFigureQueries(filter, range);
  const { interval } = query;
  const hasSource = sources.length > 0;
  const total = useAmount('messages/count/total', query, hasSource);
  const totalBefore = useAmount('messages/count/total', before, hasSource);
  const bot = useAmount('messages/count/bot', query);
  const botBefore = useAmount('messages/count/bot', before);
  const active = useAmount('users/active/count/total', query);
  const activeBefore = useAmount('users/active/count/total', before);
  const newcomers = useAmount('users/new/count/total', query);
  const newcomersBefore = useAmount('users/new/count/total', before);
  const messages = useRows('messages/chart', query, hasSource);
  const people = useRows('users/active/chart', query);
  const peopleBefore = useRows('users/active/chart', before);
  const friends = useRows('friends/chart', query);

  const against = previousRangeText(span);
  const shownMessages = hasSource ? messages.data : undefined;
  // Each number that is loaded renders the page; the charts are memoized by their own points.
  const years = useYears();
  const messagePoints = useMemo(() => chartPoints(shownMessages, years), [shownMessages, years]);
  const peoplePoints = useMemo(
    () => chartPoints(people.data, years, peopleBefore.data),
    [people.data, peopleBefore.data, years],
  );
  const friendPoints = useMemo(() => chartPoints(friends.data, years), [friends.data, years]);
  const hasFriends = friends.data?.points.some(({ amount }) => amount > 0) === true;
  const isQuiet =
    hasSource &&
    [total, bot, active, newcomers].every(({ data }) => data === 0) &&
    [messages, people, peopleBefore].every(({ data }) => data?.points.every(({ amount }) => amount === 0));
  const isSparse =
    nextLonger(span) !== undefined && total.data !== undefined && total.data > 0 && total.data < MIN_MESSAGES;
  const peopleSeries = useMemo(() => comparisonSeries(against), [against]);
  const save = (): void => {
    const content = new Blob(
      [
        toOverviewCsv({
          interval: people.data?.interval ?? interval,
          messages: shownMessages?.points ?? [],
          active: people.data?.points ?? [],
        }),
      ],
      {
        type: 'text/csv',
      },
    );
    saveFile({ name: `overview-${toDay(new Date(range.end), WORKSPACE_ZONE)}.csv`, content });
  };
  const canSave = (shownMessages ?? people.data) !== undefined;
  // An error of all parts is shown once.
  const parts = [bot, active, newcomers, people, ...(hasSource ? [total, messages] : [])];
  const failure = parts.every(({ error }) => error !== null) ? bot.error : null;
  return (
    <>
      <PageHead title={t('Overview')} now={now} onRefresh={refresh} onCsv={canSave ? save : undefined} />
      <DemoNotice />
      <FilterBar filter={filter} range={range} onChange={setFilter} hasInterval />
      {failure ? (
        <ErrorState inPlace error={failure} onRetry={refresh} />
      ) : (
        <>
          {[totalBefore, botBefore, activeBefore, newcomersBefore].some(({ data = 0 }) => data > 0) ? (
            <ComparisonText aria-hidden>{t('against %{against}', { against })}</ComparisonText>
          ) : null}
          <Cards>
            <FigureCard
              title={t('Total messages')}
              now={hasSource ? total : undefined}
              before={isQuiet ? undefined : totalBefore}
              against={against}
            >
              <SourceMenu value={sources} onChange={(chosen) => setFilter({ ...filter, sources: chosen })} />
            </FigureCard>
            <FigureCard
              title={t('Bot response messages')}
              now={bot}
              before={isQuiet ? undefined : botBefore}
              against={against}
            />
            <FigureCard
              title={t('Active users')}
              now={active}
              before={isQuiet ? undefined : activeBefore}
              against={against}
            />
            <FigureCard
              title={t('New users')}
              now={newcomers}
              before={isQuiet ? undefined : newcomersBefore}
              against={against}
            />
          </Cards>
          {isQuiet ? (
            <Section style={{ paddingBlock: 0 }}>
              <StatePanel
                inPlace
                title={nothingText(span)}
                text={t('No messages came or went, and nobody wrote.')}
              >
                <ShowPeriodWithMessages filter={filter} onChange={setFilter} />
              </StatePanel>
            </Section>
          ) : (
            <>
              <Section>
                {isSparse ? (
                  <SparseNote>
                    {t('Few messages in this period.')}
                    <ShowLonger filter={filter} onChange={setFilter} />
                  </SparseNote>
                ) : null}
                <Chart
                  kind="area"
                  title={t('Total messages')}
                  description={t('per %{interval}, UTC+7:00', { interval: intervalText(interval) })}
                  series={MESSAGES}
                  points={messages.error ? NO_POINTS : messagePoints}
                  isPending={hasSource && messages.isPending}
                  error={hasSource ? messages.error : null}
                  onRetry={() => void messages.refetch()}
                  emptyText={hasSource ? t('No messages in this period') : t('No message source selected')}
                  emptyAction={hasSource && <ShowPeriodWithMessages filter={filter} onChange={setFilter} />}
                  height={HEIGHT}
                />
              </Section>
              <Section>
                <Chart
                  kind="line"
                  title={t('Active users')}
                  description={t('people with at least one message, per %{interval}', {
                    interval: intervalText(interval),
                  })}
                  series={peopleSeries}
                  points={people.error ? NO_POINTS : peoplePoints}
                  isPending={people.isPending}
                  error={people.error}
                  onRetry={() => void people.refetch()}
                  emptyText={t('Nobody wrote in this period')}
                  height={HEIGHT}
                />
              </Section>
              <Section>
                <UnderstandingChart query={query} height={HEIGHT} />
              </Section>
            </>
          )}
          {hasFriends ? (
            <Section>
              <Chart
                kind="line"
                title={t('Friends')}
                description={t('who can be sent to, by %{platform}’s own count, per %{interval}', {
                  platform: channelLabelsThatCan('followerCounts'),
                  interval: intervalText(interval),
                })}
                series={FRIENDS}
                points={friendPoints}
                emptyText={t('No count in this period')}
                height={HEIGHT}
              />
            </Section>
          ) : null}
        </>
      )}
    </>
  );
};
