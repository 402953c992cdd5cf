import Inbox from '@mui/icons-material/PlaylistPlayOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { Hint } from '../Hint.tsx';
import { part } from '../part.tsx';
import { useJobs } from './useJobs.ts';

const JobPanel = part(() => import('./JobPanel.tsx').then((it) => it.JobPanel));

/** How many jobs are under way, and the way to them; there while there is something to tell. */
export const JobButton = () => {
  const { jobs, refresh, dismiss, cancel } = useJobs();
  const [anchor, setAnchor] = useState<HTMLElement>();
  if (jobs.length === 0) return null;
  const active = jobs.filter(({ state }) => state === 'waiting' || state === 'running').length;
  const failed = jobs.filter(({ state }) => state === 'failed').length;
  const label = active > 0 ? `Jobs: ${active} under way` : failed > 0 ? `Jobs: ${failed} failed` : 'Jobs';
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
