import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { JobProgress, JobResultLink } from './jobParts.tsx';
import type { JobRecord } from './useJobs.ts';
import { AnchoredPopover } from '../../resources/panels/AnchoredPopover.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface PanelProps {
  jobs: JobRecord[];
  anchor: HTMLElement;
  onDismiss: (id: string) => Promise<void>;
  onCancel: (id: string) => Promise<void>;
  onClose: () => void;
}

export const JobPanel = ({ jobs, anchor, onDismiss, onCancel, onClose }: PanelProps) => (
  <AnchoredPopover label={t('Jobs')} at="right" sx={{ width: 380 }} {...{ anchor, onClose }}>
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 2, pt: 1.5 }}>
      <Typography variant="subtitle1" component="h2">
        {t('Jobs')}
      </Typography>
      <Button size="small" component={Link} to="/jobs" onClick={onClose}>
        {t('All jobs')}
      </Button>
    </Box>
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pb: 1 }}>
      {jobs.map((job) => (
        <JobItem key={job.id} job={job} onDismiss={onDismiss} onCancel={onCancel} />
      ))}
    </Box>
  </AnchoredPopover>
);

const STATES: Record<string, string> = {
  waiting: t('Waiting'),
  running: t('Running'),
  done: t('Done'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
};

const JobItem = ({
  job,
  onDismiss,
  onCancel,
}: { job: JobRecord } & Pick<PanelProps, 'onDismiss' | 'onCancel'>) => {
  const isActive = job.state === 'waiting' || job.state === 'running';
  const hasFailed = job.state === 'failed';
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, px: 2, py: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {job.title}
        </Typography>
        <Typography
          variant="body2"
          color={hasFailed ? 'error' : 'textSecondary'}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {jobStatusText(job)}
        </Typography>
        {job.state === 'running' && <JobProgress job={job} />}
        {job.link !== undefined && <JobResultLink link={job.link} />}
      </Box>
      {isActive ? (
        <Button
          size="small"
          aria-label={t('Cancel %{title}', { title: job.title })}
          onClick={() => void onCancel(job.id)}
        >
          {t('Cancel')}
        </Button>
      ) : (
        <IconButton
          size="small"
          aria-label={t('Dismiss %{title}', { title: job.title })}
          onClick={() => void onDismiss(job.id)}
        >
          <Close fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
};

/** "Done · 1,200 rows imported", "Failed · Row 3 has no name". */
const jobStatusText = ({ state, note, outcome, failure }: JobRecord): string => {
  const more = failure ?? outcome ?? (state === 'waiting' || state === 'running' ? note : undefined);
  return [state && STATES[state], more].filter(Boolean).join(' · ');
};
