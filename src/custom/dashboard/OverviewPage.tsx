import { channelLabelsThatCan } from '../../../schemas/channels/registry.ts';
import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { useYears } from '../../i18n/years.ts';
import { saveFile } from '../../dataProvider/downloads.ts';
import { Chart } from '../../resources/charts/Chart.tsx';
import type { ChartPoint, ChartSeries } from '../../resources/charts/types.ts';
import { toDay } from '../../resources/format.ts';
import { StatePanel } from '../../resources/states/StatePanel.tsx';
import { csvOf } from './csv.ts';
import { DemoNotice } from './DemoNotice.tsx';
import { Cards, FigureCard } from './FigureCard.tsx';
import { FilterBar } from './FilterBar.tsx';
import { beforeText, intervalText, nothingText, rangeAt } from './filterModel.ts';
import { PageHead } from './PageHead.tsx';
import { chartPoints } from './points.ts';
import { ShowPeriodWithMessages } from './ShowLonger.tsx';
import { SourceMenu } from './SourceMenu.tsx';
import { questionsOf, useAmount, useRows } from './useFigures.ts';
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
/** On a phone what all numbers are compared with is said once, above them. */
const Against = styled('p')(({ theme }) => ({
  ...{ margin: '12px 0 -4px', ...TEXT.caption, color: 'var(--ink-3)' },
  '&::first-letter': { textTransform: 'uppercase' },
  [theme.breakpoints.up('sm')]: { display: 'none' },
}));
const HEIGHT = 240;
const NO_POINTS: ChartPoint[] = [];
const MESSAGES: ChartSeries[] = [{ key: 'now', label: t('Messages') }];
const FRIENDS: ChartSeries[] = [{ key: 'now', label: t('Friends') }];
const comparedWith = (against: string): ChartSeries[] => [
  { key: 'now', label: t('This period') },
  { key: 'before', label: against.replace(/^./, (letter) => letter.toUpperCase()), before: true },
];

/** How many messages, and how many people: now, against the time before, and over time. */
export const OverviewPage = () => {
  const [filter, setFilter] = useFilter();
  const { span, sources } = filter;
  const { now, refresh } = useNow(span);
  const range = useMemo(() => rangeAt(span, now), [span, now]);
  const { now: asked, before } = questionsOf(filter, range);
  const { interval } = asked;
  const hasSource = sources.length > 0;
  const total = useAmount('messages/count/total', asked, hasSource);
  const totalBefore = useAmount('messages/count/total', before, hasSource);
  const bot = useAmount('messages/count/bot', asked);
  const botBefore = useAmount('messages/count/bot', before);
  const active = useAmount('users/active/count/total', asked);
  const activeBefore = useAmount('users/active/count/total', before);
  const newcomers = useAmount('users/new/count/total', asked);
  const newcomersBefore = useAmount('users/new/count/total', before);
  const messages = useRows('messages/chart', asked, hasSource);
  const people = useRows('users/active/chart', asked);
  const peopleBefore = useRows('users/active/chart', before);
  const friends = useRows('friends/chart', asked);

  const against = beforeText(span);
  const told = hasSource ? messages.data : undefined;
  // Each number that comes draws the page anew; the charts change with their own points alone.
  const years = useYears();
  const messagePoints = useMemo(() => chartPoints(told, years), [told, years]);
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
  const peopleSeries = useMemo(() => comparedWith(against), [against]);
  const save = (): void => {
    const content = new Blob(
      [
        csvOf({
          interval: people.data?.interval ?? interval,
          messages: told?.points ?? [],
          active: people.data?.points ?? [],
        }),
      ],
      {
        type: 'text/csv',
      },
    );
    saveFile({ name: `overview-${toDay(new Date(range.end), WORKSPACE_ZONE)}.csv`, content });
  };
  const canSave = (told ?? people.data) !== undefined;
  return (
    <>
      <PageHead title={t('Overview')} now={now} onLookAgain={refresh} onCsv={canSave ? save : undefined} />
      <DemoNotice />
      <FilterBar filter={filter} range={range} onChange={setFilter} hasInterval />
      {[totalBefore, botBefore, activeBefore, newcomersBefore].some(({ data = 0 }) => data > 0) ? (
        <Against aria-hidden>{t('against %{against}', { against })}</Against>
      ) : null}
      <Cards>
        <FigureCard
          title={t('Total messages')}
          now={hasSource ? total : undefined}
          before={totalBefore}
          against={against}
        >
          <SourceMenu value={sources} onChange={(chosen) => setFilter({ ...filter, sources: chosen })} />
        </FigureCard>
        <FigureCard title={t('Bot response messages')} now={bot} before={botBefore} against={against} />
        <FigureCard title={t('Active users')} now={active} before={activeBefore} against={against} />
        <FigureCard title={t('New users')} now={newcomers} before={newcomersBefore} against={against} />
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
            <UnderstandingChart query={asked} height={HEIGHT} />
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
  );
};
