import { keepPreviousData, useQuery } from '@tanstack/react-query';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useDataProvider } from 'react-admin';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { toCsv } from '../../../schemas/model/csv.ts';
import type { Journey } from '../../dataProvider/dashboardVerbs.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { saveFile } from '../../dataProvider/downloads.ts';
import { useAccess, useMay } from '../../authProvider/AccessContext.ts';
import { workspaceTime } from '../../resources/clock.ts';
import { formatNumber } from '../../resources/format.ts';
import { DelayedPlaceholder, Placeholder } from '../../resources/states/Placeholder.ts';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { StatePanel } from '../../resources/states/StatePanel.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { FilterBar } from '../dashboard/FilterBar.tsx';
import { nextLonger, rangeAt } from '../dashboard/filterModel.ts';
import { AsyncFilterSelect } from '../dashboard/AsyncFilterSelect.tsx';
import { PageHead } from '../dashboard/PageHead.tsx';
import { ShowLonger, ShowPeriodWithMessages } from '../dashboard/ShowLonger.tsx';
import { useFilter } from '../dashboard/useFilter.ts';
import { KEY } from '../dashboard/useFigures.ts';
import { useNow } from '../dashboard/useNow.ts';
import { Flow } from './Flow.tsx';
import { KIND_LABELS, MIN_MEANINGFUL_ANSWERS, waitText } from './flowModel.ts';
import { Stages } from './Stages.tsx';
import { UnitPicture } from './UnitPicture.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** From the filters to the end of the content. */
const Page = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100%' });
const Zones = styled('div')(({ theme }) => ({
  display: 'grid',
  flex: 1,
  margin: '0 calc(-1 * var(--edge)) calc(-1 * var(--edge))',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  '& > *': { minWidth: 0, padding: '16px var(--edge) var(--edge)' },
  '& [data-state]': { padding: '12px 0' },
  '& > aside': { borderTop: '1px solid var(--line)' },
  [theme.breakpoints.up('lg')]: {
    alignContent: 'stretch',
    '&:has(> aside)': { gridTemplateColumns: 'minmax(0, 1fr) 324px' },
    '& > aside': { borderTop: 0, borderLeft: '1px solid var(--line)' },
  },
  // The ring beside its numbers.
  [theme.breakpoints.between('sm', 'lg')]: {
    '& > aside': { display: 'grid', gridTemplateColumns: '176px minmax(0, 1fr)', columnGap: 32 },
    '& > aside > *': { gridColumn: 2 },
    '& > aside > h2:first-of-type': { gridColumn: '1 / -1' },
    '& > aside > h2:first-of-type + *': { gridColumn: 1 },
    '& > aside > table': { gridRow: 2, marginTop: 0 },
  },
}));
const Unit = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: '8px 12px',
  marginBottom: 20,
  ...TEXT.small,
  color: 'var(--ink-3)',
  '& .labelled': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  '& .labelled > span[aria-hidden]': { flex: '1 0 100%', fontWeight: 500, color: 'var(--ink)' },
  '& > span': { lineHeight: '32px' },
  '& > p': { flex: '1 0 100%', margin: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 },
  [theme.breakpoints.down('sm')]: {
    '& > .labelled': { flex: '1 1 100%' },
    '& > p': { flexWrap: 'nowrap', justifyContent: 'space-between' },
    '& > p > button': { flex: 'none' },
    // Its sign ends where the fields do, on the line of the select.
    '& .labelled a': { marginRight: '-11px', padding: '11px' },
    '& .labelled > .MuiAutocomplete-root': { flex: '1 1 0', minWidth: 0 },
  },
}));

const toJourneyCsv = ({ previous, next, stages }: Journey): string =>
  toCsv(
    [
      [t('Part'), t('Name'), t('Kind'), t('Times'), t('Percent')],
      ...[
        { part: 'Previous', steps: previous },
        { part: 'Next', steps: next },
      ].flatMap(({ part, steps }) =>
        steps.map(({ name, type, count, percent }) => [
          ...[part, name, KIND_LABELS[type]],
          ...[count, percent].map(String),
        ]),
      ),
      ...stages.map(({ name, count, percent }) => [
        t('Current stage'),
        name,
        '',
        String(count),
        String(percent),
      ]),
    ],
    { byteOrderMark: true },
  );

/** The steps before and after a template, and its outcome. */
export const UserJourneyPage = () => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { actions } = useAccess();
  const may = useMay();
  const [filter, setFilter, query] = useFilter();
  const [, setQuery] = useSearchParams();
  const { span, channels } = filter;
  const { now, refresh } = useNow(span, false);
  const range = useMemo(() => rangeAt(span, now), [span, now]);
  // Without a choice it is the template with the most answers.
  const chosen = query.get('unit') ?? undefined;
  const segments = query.getAll('segment');
  const journeyQuery = { ...range, unit: chosen, channels, segments };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [KEY, 'journey', journeyQuery],
    // Changing the choice aborts the request.
    queryFn: ({ signal }) => provider.journey(journeyQuery, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  // Without answers, no template is preselected.
  const unit = chosen ?? (data?.current.count === 0 ? undefined : data?.unit?.id);
  const setParameter = (name: string, ids: readonly string[], replace: boolean): void =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(name);
        for (const id of ids) next.append(name, id);
        return next;
      },
      { replace },
    );
  const save = (journey: Journey): void =>
    saveFile({
      name: `user-journey-${journey.unit?.name ?? ''}.csv`,
      content: new Blob([toJourneyCsv(journey)], { type: 'text/csv' }),
    });
  const isEmpty = data?.unit === null;
  const known = error ? undefined : data;
  const mayOpen = actions.includes('template:read');
  const showLonger = <ShowLonger filter={filter} onChange={setFilter} />;
  return (
    <Page>
      <PageHead
        title={t('User journey')}
        now={now}
        onRefresh={refresh}
        onCsv={data && !error && !isEmpty ? () => save(data) : undefined}
      />
      <FilterBar filter={filter} range={range} onChange={setFilter}>
        <AsyncFilterSelect
          path="user-journeys/segments"
          label={t('Segments')}
          placeholder={t('All segments')}
          value={segments}
          onChange={(ids) => setParameter('segment', ids, true)}
          width={180}
        />
      </FilterBar>
      <Zones aria-busy={isFetching}>
        <div>
          <Unit>
            <div className="labelled">
              <span aria-hidden>{t('Template')}</span>
              <AsyncFilterSelect
                single
                path="user-journeys/templates"
                label={t('Template')}
                placeholder={t('Choose a template')}
                value={unit === undefined ? [] : [unit]}
                onChange={(ids) => setParameter('unit', ids, false)}
                width={344}
              />
              {unit !== undefined && mayOpen && (
                <Hint text={t('Open template')}>
                  <IconButton
                    size="small"
                    aria-label={t('Open template')}
                    component={Link}
                    to={`/chatbot/template/editor/${unit}`}
                  >
                    <OpenInNew fontSize="small" />
                  </IconButton>
                </Hint>
              )}
            </div>
            {known && known.current.medianSeconds !== null && (
              <span>
                {t('Next step after %{medianSeconds}', {
                  medianSeconds: waitText(known.current.medianSeconds),
                })}
              </span>
            )}
            {known && known.current.since !== null && (
              <p role="note">
                {t(
                  'Only its last %{count} answers, since %{since}. Choose less time to follow all of them.',
                  { count: formatNumber(known.current.count), since: workspaceTime(known.current.since) },
                )}
              </p>
            )}
            {known &&
              known.current.count > 0 &&
              known.current.count < MIN_MEANINGFUL_ANSWERS &&
              nextLonger(span) && (
                <p>
                  {t('Few answers in this period: shares say little.')}
                  {showLonger}
                </p>
              )}
          </Unit>
          {error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!error && isEmpty && (
            <StatePanel
              title={t('No templates yet')}
              text={t(
                'The user journey shows how people move from one answer to the next. Create a template first.',
              )}
            >
              {may('template', 'create') && (
                <Button variant="contained" component={Link} to="/chatbot/template/editor">
                  {t('Create template')}
                </Button>
              )}
            </StatePanel>
          )}
          {!error && !data && <LoadingSteps />}
          {known?.unit && known.current.count === 0 && (
            <StatePanel
              title={
                chosen === undefined
                  ? t('No template was sent in this period')
                  : t('%{name} was not sent in this period', { name: known.unit.name })
              }
              text={t('Choose a longer period, other channels or another template.')}
            >
              {chosen === undefined ? (
                <ShowPeriodWithMessages filter={filter} onChange={setFilter} />
              ) : (
                showLonger
              )}
            </StatePanel>
          )}
          {known?.unit && known.current.count > 0 && (
            <Flow
              journey={known}
              picture={mayOpen && <UnitPicture key={known.unit.id} id={known.unit.id} />}
              onFollow={(template) => setParameter('unit', [template], false)}
            />
          )}
        </div>
        {known && known.current.count > 0 && <Stages journey={known} />}
      </Zones>
    </Page>
  );
};

const LoadingSteps = () => (
  <DelayedPlaceholder role="progressbar" aria-label={t('Loading')}>
    {[0, 1, 2, 3, 4].map((row) => (
      <div key={row} style={{ display: 'flex', gap: '20%', height: 50, alignItems: 'center' }}>
        <Placeholder style={{ flex: 1 }} />
        <Placeholder style={{ flex: 1 }} />
      </div>
    ))}
  </DelayedPlaceholder>
);
