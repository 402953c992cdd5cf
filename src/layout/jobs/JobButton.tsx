import Inbox from '@mui/icons-material/PlaylistPlayOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { Hint } from '../../ui/Hint.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { type JobRecord, useJobs } from './useJobs.ts';
import { t } from '../../../schemas/texts/translate.ts';

const JobPanel = lazyComponent(() => import('./JobPanel.tsx').then((it) => it.JobPanel));

/** Counts active and failed jobs, with a label. */
const summarizeJobs = (jobs: JobRecord[]): { active: number; failed: number; label: string } => {
  const active = jobs.filter(({ state }) => state === 'waiting' || state === 'running').length;
  const failed = jobs.filter(({ state }) => state === 'failed').length;
  const label =
    active > 0
      ? t('Jobs: %{active} under way', { active })
      : failed > 0
        ? t('Jobs: %{failed} failed', { failed })
        : t('Jobs');
  return { active, failed, label };
};

const Dot = styled('span')({
  display: 'block',
  width: 8,
  height: 8,
  borderRadius: 4,
  background: 'var(--success-dot)',
  '&[data-stand=active]': { background: 'var(--accent)' },
  '&[data-stand=failed]': { background: 'var(--danger-dot)' },
});

/** Badge of the menu button that shows that there are jobs. */
export const JobMark = () => {
  const { jobs } = useJobs();
  if (jobs.length === 0) return null;
  const { active, failed, label } = summarizeJobs(jobs);
  return (
    <Dot role="img" aria-label={label} data-stand={active > 0 ? 'active' : failed > 0 ? 'failed' : 'done'} />
  );
};

/** Button with the number of active or failed jobs that opens the list; hidden without jobs. */
export const JobButton = () => {
  const { jobs, refresh, dismiss, cancel } = useJobs();
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (jobs.length === 0) return null;
  const { active, failed, label } = summarizeJobs(jobs);
  return (
    <>
      <Hint text={label}>
        <IconButton
          size="small"
          aria-label={label}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => {
            refresh();
            setAnchor(currentTarget);
          }}
        >
          <Badge badgeContent={active || failed} color={active > 0 ? 'primary' : 'error'}>
            <Inbox fontSize="small" />
          </Badge>
        </IconButton>
      </Hint>
      {anchor && (
        <JobPanel
          jobs={jobs}
          anchor={anchor}
          onDismiss={dismiss}
          onCancel={cancel}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
};
