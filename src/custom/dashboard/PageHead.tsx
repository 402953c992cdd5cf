import Download from '@mui/icons-material/DownloadOutlined';
import Refresh from '@mui/icons-material/Refresh';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Hint } from '../../ui/Hint.tsx';
import { PageTitle } from '../../resources/panels/PageTitle.tsx';
import { useDataAsOf } from '../../resources/DataFreshness.tsx';
import { workspaceTime } from '../../resources/clock.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** A heading with actions at its right. */
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  marginBottom: 12,
  '& [data-page-title]': { flex: 1, margin: 0, minWidth: 120 },
  '& time': { ...TEXT.small, color: 'var(--ink-3)', fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.down('sm')]: {
    '& [data-page-title]': {
      position: 'static',
      flex: '1 1 0',
      background: 'none',
      padding: '0 0 0 var(--lead)',
    },
    '& .MuiButton-root': { minHeight: 40 },
    '& time': { order: 1, width: '100%', marginTop: -4 },
  },
}));

interface PageHeadProps {
  title: string;
  /** Time of the figures. */
  now: Date;
  onRefresh: () => void;
  /** Absent while there is nothing to export. */
  onCsv?: () => void;
}

/** A heading with the time of the data, and a button that reloads it. */
export const TimedHead = ({
  title,
  now,
  onRefresh,
  children,
}: Pick<PageHeadProps, 'title' | 'onRefresh'> & { now: Date | undefined; children?: ReactNode }) => (
  <Head>
    <PageTitle>{title}</PageTitle>
    {now ? (
      <time dateTime={now.toISOString()}>
        {t('As of %{count}', { count: workspaceTime(now.toISOString()) })}
      </time>
    ) : null}
    <Hint text={t('Read again')}>
      <IconButton size="small" aria-label={t('Read again')} onClick={onRefresh}>
        <Refresh />
      </IconButton>
    </Hint>
    {children}
  </Head>
);

/** A dashboard's heading, with export. Data of a replica may be some seconds older than the request. */
export const PageHead = ({ onCsv, now, ...head }: PageHeadProps) => {
  const asOf = new Date(useDataAsOf('dashboard') ?? now);
  return (
    <TimedHead {...head} now={asOf < now ? asOf : now}>
      <Button
        variant="outlined"
        color="inherit"
        size="small"
        startIcon={<Download />}
        disabled={!onCsv}
        onClick={onCsv}
      >
        {t('CSV')}
      </Button>
    </TimedHead>
  );
};
