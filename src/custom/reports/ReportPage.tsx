import Autorenew from '@mui/icons-material/Autorenew';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Search from '@mui/icons-material/SearchOutlined';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { HttpError, useNotify } from 'react-admin';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { KEPT_DAYS } from '../../../schemas/reports/timeframes.ts';
import { GENERIC_MESSAGE, GENERIC_TITLE } from '../../dataProvider/errors.ts';
import { workspaceTime } from '../../resources/clock.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import { formatNumber } from '../../resources/format.ts';
import { LeaveGuard } from '../../resources/form/save/LeaveGuard.tsx';
import { askedFor, useDownload, useGenerate, useReport } from './useReports.ts';
import { type ReportRecord, sizeText, timeframeText, TYPE_LABELS } from './words.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Card = styled('section')({
  boxSizing: 'border-box',
  maxWidth: 440,
  padding: '16px 0',
  '& h1': {
    display: 'flex',
    gap: 8,
    margin: '0 0 8px',
    ...TEXT.heading,
    fontWeight: 600,
    outline: 0,
  },
  '& h1 svg': { flex: 'none', fontSize: 20, marginTop: 2, color: 'var(--ink-3)' },
  '& h1 svg[data-tone=success]': { color: 'var(--success)' },
  '& h1 svg[data-tone=danger]': { color: 'var(--danger)' },
  '& p': { margin: '0 0 8px', ...TEXT.small, color: 'var(--ink-2)' },
  '& small': { fontSize: 12, color: 'var(--ink-3)' },
  '& p a': { color: 'var(--accent-text)' },
});
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 16 });

interface SaidProps {
  title: string;
  icon: ReactNode;
  children?: ReactNode;
  /** What can be done now. */
  actions: ReactNode;
  alert?: boolean;
}

const Said = ({ title, icon, children, actions, alert = false }: SaidProps) => (
  <Card aria-live={alert ? undefined : 'polite'} role={alert ? 'alert' : undefined}>
    <h1>
      {icon}
      {title}
    </h1>
    {children}
    <Buttons>{actions}</Buttons>
  </Card>
);

const Home = () => (
  <Button variant="contained" component={Link} to="/reports">
    {t('Your reports')}
  </Button>
);

/** No report was named, or there is none under that id. */
export const NoReportPage = () => (
  <Said title={t('Report not found')} icon={<Search />} actions={<Home />}>
    <p>
      {t(
        'There is no report at this link. It may be incomplete, or the report is older than %{keptDays} days.',
        { keptDays: KEPT_DAYS },
      )}
    </p>
  </Said>
);

const whatItIs = (report: ReportRecord): string => `${TYPE_LABELS[report.type]}, ${timeframeText(report)}.`;

/** What a report's link opens: it is waited for, had, or why there is none. */
export const ReportPage = () => {
  const { id = '' } = useParams();
  const { data: report, error, isLoading, refetch } = useReport(id);
  const isMade = isLoading || report?.status === 'PENDING';
  const isNone = error instanceof HttpError && error.status === 404;
  return (
    <>
      <LeaveGuard isDirty={() => isMade} />
      {isNone ? <NoReportPage /> : null}
      {isMade ? <Waiting report={report} /> : null}
      {error && !isNone && !report ? (
        <Failed onRetry={() => void refetch()}>{messageOf(error)}</Failed>
      ) : null}
      {report && !isNone && !isMade ? <Ended report={report} /> : null}
    </>
  );
};

const Waiting = ({ report }: { report?: ReportRecord }) => (
  <Said
    title={t('Preparing the report')}
    icon={<Autorenew />}
    actions={
      <Button variant="outlined" component={Link} to="/reports">
        {t('Leave')}
      </Button>
    }
  >
    <LinearProgress
      aria-label={t('Progress of the report')}
      sx={{ my: 1.5 }}
      {...(report?.progress !== undefined && { variant: 'determinate', value: report.progress * 100 })}
    />
    {report ? (
      <p>{t('%{report} You can leave this page and come back later.', { report: whatItIs(report) })}</p>
    ) : null}
  </Said>
);

const Failed = ({ children, onRetry }: { children?: ReactNode; onRetry: () => void }) => (
  <Said
    alert
    title={GENERIC_TITLE}
    icon={<ErrorOutline data-tone="danger" />}
    actions={
      <Button variant="outlined" startIcon={<Autorenew />} onClick={onRetry}>
        {t('Try again')}
      </Button>
    }
  >
    <p>{GENERIC_MESSAGE}</p>
    {children !== undefined && children !== GENERIC_MESSAGE && children !== GENERIC_TITLE ? (
      <p>{children}</p>
    ) : null}
  </Said>
);

const Ended = ({ report }: { report: ReportRecord }) => {
  const { generate, isAsking } = useGenerate();
  const { download, isLoading } = useDownload();
  const navigate = useNavigate();
  const notify = useNotify();
  const again = async (): Promise<void> => {
    try {
      const { id } = await generate(askedFor(report));
      void navigate(`/chatbot/report/${id}`, { replace: true });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  if (report.status === 'FAILED') return <Failed onRetry={() => void again()}>{report.failure}</Failed>;
  if (report.status === 'EXPIRED')
    return (
      <Said
        title={t('This report has expired')}
        icon={<Schedule />}
        actions={
          <Button
            variant="contained"
            startIcon={<Autorenew />}
            disabled={isAsking}
            onClick={() => void again()}
          >
            {t('Make again')}
          </Button>
        }
      >
        <p>
          {t('%{report} Files are kept for %{keptDays} days.', {
            report: whatItIs(report),
            keptDays: KEPT_DAYS,
          })}
        </p>
      </Said>
    );
  const { rows = 0, bytes = 0, expiresAt } = report;
  return (
    <Said
      title={t('Your report is ready')}
      icon={<CheckCircle data-tone="success" />}
      actions={
        <Button
          variant="contained"
          startIcon={<Download />}
          disabled={isLoading}
          onClick={() => void download(report)}
        >
          {t('Download')}
        </Button>
      }
    >
      <p>{whatItIs(report)}</p>
      <p>
        {formatNumber(rows)} {rows === 1 ? t('row') : t('rows')}, {sizeText(bytes)}.
        {expiresAt !== undefined &&
          t(' The link works until %{expiresAt}.', { expiresAt: workspaceTime(expiresAt) })}
      </p>
    </Said>
  );
};
