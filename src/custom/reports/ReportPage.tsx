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
import { RETENTION_DAYS } from '../../../schemas/reports/timeframes.ts';
import { GENERIC_MESSAGE, GENERIC_TITLE } from '../../dataProvider/errors.ts';
import { workspaceTime } from '../../resources/clock.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import { formatNumber } from '../../resources/format.ts';
import { LeaveGuard } from '../../resources/form/save/LeaveGuard.tsx';
import { toRepeatRequest, useDownload, useGenerate, useReport } from './useReports.ts';
import { type ReportRecord, sizeText, timeframeText, TYPE_LABELS } from './reportTexts.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Card = styled('section')({
  boxSizing: 'border-box',
  maxWidth: 400,
  padding: '16px 0',
  '& h1': { margin: '0 0 4px', ...TEXT.heading, fontWeight: 600, outline: 0 },
  '& > svg': { display: 'block', marginBottom: 12, fontSize: 20, color: 'var(--ink-2)' },
  '& > svg[data-tone=success]': { color: 'var(--success)' },
  '& > svg[data-tone=danger]': { color: 'var(--danger-dot)' },
  '& p': { margin: '0 0 4px', ...TEXT.body, color: 'var(--ink-2)' },
  '& p a': { color: 'var(--accent-text)' },
});
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 16 });

interface ReportCardProps {
  title: string;
  icon: ReactNode;
  children?: ReactNode;
  /** Buttons. */
  actions: ReactNode;
  alert?: boolean;
}

const ReportCard = ({ title, icon, children, actions, alert = false }: ReportCardProps) => (
  <Card aria-live={alert ? undefined : 'polite'} role={alert ? 'alert' : undefined}>
    {icon}
    <h1>{title}</h1>
    {children}
    <Buttons>{actions}</Buttons>
  </Card>
);

const ReportsButton = () => (
  <Button variant="contained" component={Link} to="/reports">
    {t('Your reports')}
  </Button>
);

/** Shown without an id, or for an unknown one. */
export const NoReportPage = () => (
  <ReportCard title={t('Report not found')} icon={<Search />} actions={<ReportsButton />}>
    <p>
      {t(
        'There is no report at this link. It may be incomplete, or the report is older than %{keptDays} days.',
        { keptDays: RETENTION_DAYS },
      )}
    </p>
  </ReportCard>
);

const summaryText = (report: ReportRecord): string =>
  `${TYPE_LABELS[report.type]}, ${timeframeText(report)}.`;

/** The page of a report's link: its progress, its file, or why there is none. */
export const ReportPage = () => {
  const { id = '' } = useParams();
  const { data: report, error, isLoading, refetch } = useReport(id);
  const isPending = isLoading || report?.status === 'PENDING';
  const isNotFound = error instanceof HttpError && error.status === 404;
  return (
    <>
      <LeaveGuard isDirty={() => isPending} />
      {isNotFound ? <NoReportPage /> : null}
      {isPending ? <PendingReport report={report} /> : null}
      {error && !isNotFound && !report ? (
        <FailedReport onRetry={() => void refetch()}>{messageOf(error)}</FailedReport>
      ) : null}
      {report && !isNotFound && !isPending ? <FinishedReport report={report} /> : null}
    </>
  );
};

const PendingReport = ({ report }: { report?: ReportRecord }) => (
  <ReportCard
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
      <p>{t('%{report} You can leave this page and come back later.', { report: summaryText(report) })}</p>
    ) : null}
  </ReportCard>
);

const FailedReport = ({ children, onRetry }: { children?: ReactNode; onRetry: () => void }) => (
  <ReportCard
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
  </ReportCard>
);

const FinishedReport = ({ report }: { report: ReportRecord }) => {
  const { generate, isAsking } = useGenerate();
  const { download, isLoading } = useDownload();
  const navigate = useNavigate();
  const notify = useNotify();
  const again = async (): Promise<void> => {
    try {
      const { id } = await generate(toRepeatRequest(report));
      void navigate(`/chatbot/report/${id}`, { replace: true });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  if (report.status === 'FAILED')
    return <FailedReport onRetry={() => void again()}>{report.failure}</FailedReport>;
  if (report.status === 'EXPIRED')
    return (
      <ReportCard
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
            report: summaryText(report),
            keptDays: RETENTION_DAYS,
          })}
        </p>
      </ReportCard>
    );
  const { rows = 0, bytes = 0, expiresAt } = report;
  return (
    <ReportCard
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
      <p>{summaryText(report)}</p>
      <p>
        {formatNumber(rows)} {rows === 1 ? t('row') : t('rows')}, {sizeText(bytes)}.
        {expiresAt !== undefined &&
          t(' The link works until %{expiresAt}.', { expiresAt: workspaceTime(expiresAt) })}
      </p>
    </ReportCard>
  );
};
