import Download from '@mui/icons-material/DownloadOutlined';
import Refresh from '@mui/icons-material/Refresh';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { Hint } from '../../layout/Hint.tsx';
import { PageTitle } from '../../layout/PageTitle.tsx';
import { workspaceTime } from '../../resources/clock.ts';

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  marginBottom: 12,
  '& [data-page-title]': { flex: 1, margin: 0, minWidth: 120 },
  '& time': { fontSize: 13, lineHeight: '20px', color: 'var(--ink-3)', fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.down('sm')]: { '& time': { order: 1, width: '100%' } },
}));

interface PageHeadProps {
  title: string;
  /** The moment that the figures are of. */
  now: Date;
  onLookAgain: () => void;
  /** Absent while there is nothing to save. */
  onCsv?: () => void;
}

/** A dashboard's heading: as of when, read again, and the file. */
export const PageHead = ({ title, now, onLookAgain, onCsv }: PageHeadProps) => (
  <Head>
    <PageTitle>{title}</PageTitle>
    <time dateTime={now.toISOString()}>As of {workspaceTime(now.toISOString())}</time>
    <Hint text="Read again">
      <IconButton size="small" aria-label="Read again" onClick={onLookAgain}>
        <Refresh />
      </IconButton>
    </Hint>
    <Button
      variant="outlined"
      color="inherit"
      size="small"
      startIcon={<Download />}
      disabled={!onCsv}
      onClick={onCsv}
    >
      CSV
    </Button>
  </Head>
);
