import Download from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { useGetMany, useNotify } from 'react-admin';
import { Link } from 'react-router';
import { RETENTION_DAYS } from '../../../schemas/reports/timeframes.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import { workspaceZoneLabel } from '../../resources/clock.ts';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { Dot } from '../../resources/fields/shared/Badge.tsx';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { DelayedPlaceholder, Placeholder } from '../../resources/states/Placeholder.ts';
import { Icon } from '../../resources/menu/icons.tsx';
import { StatePanel } from '../../resources/states/StatePanel.tsx';
import { toRepeatRequest, useDownload, useGenerate, useOwnReports } from './useReports.ts';
import { periodWithFrequency, type ReportRecord, timeframeText, TYPE_LABELS } from './reportTexts.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  padding: '16px var(--edge) 12px',
  '& h2': { margin: 0, ...TEXT.heading, fontWeight: 600 },
  '& span': { fontSize: 12, color: 'var(--ink-3)' },
});
const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  ...TEXT.small,
  '& th': { textAlign: 'left', fontWeight: 500, fontSize: 12, color: 'var(--ink-3)', height: 36 },
  '& th, & td': { padding: '4px 12px', borderTop: '1px solid var(--line)' },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 'var(--edge)' },
  '& th:last-of-type, & td:last-of-type': { paddingRight: 'var(--edge)', textAlign: 'right' },
  '& td': { height: 36 },
  '& tbody tr:last-of-type': { borderBottom: '1px solid var(--line)' },
  '& th.made:last-of-type': { paddingRight: 12 },
  '& a': { fontWeight: 500, color: 'inherit', textDecoration: 'none' },
  '& a:hover': { textDecoration: 'underline' },
  '& .made': { textAlign: 'right', color: 'var(--ink-2)', whiteSpace: 'nowrap' },
  '& .state': { whiteSpace: 'nowrap' },
  // Two lines for each report: type and buttons, period and state.
  [theme.breakpoints.down('sm')]: {
    '& thead, & .made, & .channel': { display: 'none' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: '1fr auto',
      padding: '8px var(--edge)',
      borderTop: '1px solid var(--line)',
      alignItems: 'center',
    },
    '& td, & td:first-of-type, & td:last-of-type': { border: 0, padding: 0, height: 'auto' },
    '& td:last-of-type': { gridColumn: 2, gridRow: '1 / 4' },
    '& td:last-of-type button': { minHeight: 44 },
    '& .timeframe, & .state, & td:first-of-type': { gridColumn: 1 },
  },
}));

const STATES: Record<NonNullable<ReportRecord['status']>, string> = {
  PENDING: t('Generating'),
  GENERATED: t('Ready'),
  FAILED: t('Failed'),
  EXPIRED: t('Expired'),
};

/** The name of the first channel, and the number of further ones. */
const channelText = (ids: readonly string[], names: ReadonlyMap<string, string> | undefined): string => {
  const [first] = ids;
  if (first === undefined) return t('All channels');
  const more = ids.length > 1 ? ` +${ids.length - 1}` : '';
  // Not loaded yet, or not readable.
  if (!names) return '';
  return `${names.get(first) ?? t('Deleted channel')}${more}`;
};

/** The person's reports: state, file, and a button that repeats them. */
export const OwnReports = () => {
  const { data: reports, error, isPending, refetch } = useOwnReports();
  const ids = [...new Set(reports?.flatMap(({ channels }) => channels?.slice(0, 1) ?? []))];
  const { data: channels } = useGetMany('channel', { ids }, { enabled: ids.length > 0 });
  const names =
    channels &&
    new Map(
      // A deleted channel has no record.
      channels.flatMap((channel) =>
        channel ? [[String(channel.id), String((channel as { name?: unknown }).name)] as const] : [],
      ),
    );
  return (
    <section aria-labelledby="own-reports">
      <Head>
        <h2 id="own-reports">{t('Your reports')}</h2>
        <span>
          {t('Kept for %{keptDays} days. Times in %{workspaceZoneLabel}', {
            keptDays: RETENTION_DAYS,
            workspaceZoneLabel,
          })}
        </span>
      </Head>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? (
        <DelayedPlaceholder role="progressbar" aria-label={t('Loading')}>
          {['60%', '72%', '54%'].map((width) => (
            <Placeholder key={width} style={{ display: 'block', width, margin: '16px var(--edge)' }} />
          ))}
        </DelayedPlaceholder>
      ) : null}
      {reports?.length === 0 ? (
        <StatePanel
          icon={<Icon name="report" />}
          title={t('No reports yet')}
          text={t('Choose a type and a period, then Generate. The file appears here when it is ready.')}
        />
      ) : null}
      {reports && reports.length > 0 ? (
        <Table aria-labelledby="own-reports">
          <thead>
            <tr>
              <th scope="col">{t('Type')}</th>
              <th scope="col">{t('Timeframe')}</th>
              <th scope="col">{t('Channel')}</th>
              <th scope="col">{t('State')}</th>
              <th scope="col" className="made">
                {t('Made')}
              </th>
              <td aria-label={t('Actions')} />
            </tr>
          </thead>
          <tbody>
            {reports.map((report) => (
              <tr key={report.id}>
                <td>
                  <Link to={`/chatbot/report/${report.id}`}>{TYPE_LABELS[report.type]}</Link>
                </td>
                <td className="timeframe">{periodWithFrequency(report)}</td>
                <td className="channel">{channelText(report.channels ?? [], names)}</td>
                <td className="state">
                  <State report={report} />
                </td>
                <td className="made">{relativeText(new Date(report.createdAt))}</td>
                <td>
                  <ReportActions report={report} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
    </section>
  );
};

const TONES = { PENDING: 'info', GENERATED: 'neutral', FAILED: 'danger', EXPIRED: 'neutral' } as const;

const State = ({ report: { status, progress, failure, type } }: { report: ReportRecord }) => (
  <span title={failure} style={{ display: 'inline-flex', alignItems: 'center', gap: 12 }}>
    <Dot tone={TONES[status]}>{STATES[status]}</Dot>
    {status === 'PENDING' ? (
      <LinearProgress
        aria-label={t('Progress of %{typeLabels}', { typeLabels: TYPE_LABELS[type] })}
        sx={{ width: 56 }}
        {...(progress !== undefined && { variant: 'determinate', value: progress * 100 })}
      />
    ) : null}
  </span>
);

const REPEAT_LABELS = {
  PENDING: '',
  GENERATED: t('Repeat'),
  FAILED: t('Try again'),
  EXPIRED: t('Make again'),
};

const ReportActions = ({ report }: { report: ReportRecord }) => {
  const { download, isLoading } = useDownload();
  const { generate, isAsking } = useGenerate();
  const notify = useNotify();
  const again = async (): Promise<void> => {
    try {
      await generate(toRepeatRequest(report));
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  const about = `${TYPE_LABELS[report.type]}, ${timeframeText(report)}`;
  if (report.status === 'PENDING') return null;
  const isReady = report.status === 'GENERATED';
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      <Button
        size="small"
        disabled={isAsking}
        aria-label={`${REPEAT_LABELS[report.status]}: ${about}`}
        onClick={() => void again()}
      >
        {REPEAT_LABELS[report.status]}
      </Button>
      {isReady ? (
        <Button
          size="small"
          variant="outlined"
          startIcon={<Download />}
          disabled={isLoading}
          aria-label={`${(report.format ?? 'csv').toUpperCase()}: ${about}`}
          onClick={() => void download(report)}
        >
          {(report.format ?? 'csv').toUpperCase()}
        </Button>
      ) : null}
    </span>
  );
};
