import { styled } from '@mui/material/styles';
import { useRecordContext } from 'react-admin';
import { JobProgress, JobResultLink } from '../../layout/jobs/jobParts.tsx';
import type { JobRecord } from '../../layout/jobs/useJobs.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Section = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 12,
  maxWidth: 560,
  '& h2': { margin: 0, ...TEXT.heading, fontWeight: 600, overflowWrap: 'anywhere' },
  '& p': { margin: 0, ...TEXT.body, color: 'var(--ink-2)', overflowWrap: 'anywhere' },
  '& > .progress': { width: '100%' },
});

/** Default text of a job by its state, where it has none of its own. */
const STATE_TEXTS: Record<string, string> = {
  waiting: t('Waiting for its turn.'),
  running: t('In progress.'),
  done: t('It is done.'),
  failed: t('It failed.'),
  cancelled: t('It was cancelled. What was done by then stays.'),
};

/** The outcome or the progress of a job, with a link to its result. */
export const JobResult = () => {
  const job = useRecordContext<JobRecord>();
  if (!job) return null;
  const { state = 'waiting', note, outcome, failure, link } = job;
  const isActive = state === 'waiting' || state === 'running';
  return (
    <Section>
      <h2>{failure ?? outcome ?? STATE_TEXTS[state]}</h2>
      {isActive && note !== undefined && <p>{note}</p>}
      {state === 'running' && (
        <div className="progress">
          <JobProgress job={job} />
        </div>
      )}
      {link !== undefined && <JobResultLink asButton link={link} />}
    </Section>
  );
};
