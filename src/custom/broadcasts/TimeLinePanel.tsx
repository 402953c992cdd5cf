import { styled } from '@mui/material/styles';
import { useRecordContext } from 'react-admin';
import type { ProgressResponse } from '../../../schemas/campaigns/responses.ts';
import { formatTime } from '../../../schemas/campaigns/formatTime.ts';
import { Small } from './parts.tsx';
import { expectedEnd, eventTitle, eventTone } from './statusModel.ts';
import { useProgress } from './useBroadcast.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const TimeLine = styled('ol')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  ...TEXT.small,
  '& li': { position: 'relative', padding: '0 0 16px 20px' },
  '& li::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: 6,
    width: 8,
    height: 8,
    borderRadius: 4,
    background: 'var(--neutral-dot)',
  },
  '& li[data-tone=danger]::before': { background: 'var(--danger-dot)' },
  '& li[data-tone=warning]::before': { background: 'var(--warning-dot)' },
  '& li[data-tone=info]::before': { background: 'var(--info-dot)' },
  // The expected end.
  '& li[data-tone=expected]': { color: 'var(--ink-2)' },
  '& li[data-tone=expected]::before': { background: 'none', border: '1px solid var(--ink-3)' },
  '& li:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    left: 3.5,
    top: 18,
    bottom: -2,
    width: 1,
    background: 'var(--line)',
  },
  '& b': { fontWeight: 500 },
});

/** The events of a broadcast, and its expected end. */
export function TimeLinePanel() {
  const record = useRecordContext<{ id: string; createdAt: string }>();
  const { data, dataUpdatedAt: now } = useProgress(record?.id ?? '');
  if (!record || !data) return null;
  const created = { at: record.createdAt, kind: 'created', who: null, note: null };
  return (
    <TimelineEvents
      timeline={data.timeline.length === 0 ? [created] : data.timeline}
      end={expectedEnd(data, now)}
    />
  );
}

const TimelineEvents = ({
  timeline,
  end,
}: Pick<ProgressResponse, 'timeline'> & { end: number | undefined }) => (
  <TimeLine>
    {timeline.map(({ at, kind, who, note }, index) => (
      <li key={`${index} ${at}`} data-tone={eventTone(kind)}>
        <b>{eventTitle(kind)}</b>
        <Small sx={{ mt: 0 }}>
          {[who, note].filter(Boolean).join(' · ')}
          {who || note ? <br /> : null}
          {formatTime(at)}
        </Small>
      </li>
    ))}
    {end === undefined ? null : (
      <li data-tone="expected">
        <b>{t('Executed')}</b>
        <Small sx={{ mt: 0 }}>
          {t('expected')}
          <br />
          {formatTime(new Date(end).toISOString())}
        </Small>
      </li>
    )}
  </TimeLine>
);
