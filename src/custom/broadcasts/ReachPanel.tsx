import Alert from '@mui/material/Alert';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { channelLabelsThatCan } from '../../../schemas/channels/registry.ts';
import type { ReachAnswer } from '../../../schemas/campaigns/answers.ts';
import { formatTime } from '../../../schemas/campaigns/formatTime.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { messageOf } from '../../resources/actions/failures.ts';
import { useDebouncedValue } from '../../resources/fields/shared/useDebouncedText.ts';
import { useLiveRecord } from '../../resources/form/useLiveRecord.ts';
import { Bar, count, Heading, Pairs, Section, Small } from './parts.tsx';
import { reachQuestion, recipientsOf } from './reachModel.ts';
import { ReachPeople } from './ReachPeople.tsx';
import { quotaAfter } from './statusModel.ts';
import { useReach } from './useBroadcast.ts';

const hasBegun = ({ status }: JsonObject): boolean =>
  typeof status === 'string' && !['draft', 'scheduled'].includes(status);

/** Who gets the broadcast of the form around, who does not and why, what it costs of the quota, and when it goes out. */
export function ReachPanel() {
  const { values } = useLiveRecord();
  const { id } = useParams();
  const asked = useDebouncedValue<JsonObject>(useMemo(() => reachQuestion(values, id), [values, id]));
  const { data, error } = useReach(asked);
  if (asked['channel'] === undefined) return <Small>Choose a channel to see who receives it.</Small>;
  if (error && !data) return <Small role="alert">{messageOf(error)}</Small>;
  if (!data) return <Small role="status">Counting…</Small>;
  return (
    <>
      <ReachPeople {...data} />
      <Left {...data} />
      {/* When it could still go out says nothing of what began. */}
      {hasBegun(values) ? null : (
        <When {...data} wanted={typeof asked['sendAt'] === 'string' ? asked['sendAt'] : undefined} />
      )}
    </>
  );
}

function Left({ quota, ...answer }: ReachAnswer) {
  if (!quota) return null;
  const { now, left } = quotaAfter(quota, { people: recipientsOf(answer) });
  return (
    <Section>
      <Heading>Monthly quota</Heading>
      <Bar
        label={`${count(quota.used)} used, ${count(now)} now, of ${count(quota.limit)}`}
        of={quota.limit}
        shares={[
          { label: 'used', value: Math.min(quota.used, quota.limit), colour: 'var(--neutral-dot)' },
          {
            label: 'now',
            value: Math.max(0, Math.min(now, quota.limit - quota.used)),
            colour: left < 0 ? 'var(--danger-dot)' : 'var(--accent)',
          },
        ]}
      />
      <Small role={left < 0 ? 'alert' : undefined}>
        {count(quota.used)} used, {count(now)} now, of {count(quota.limit)}.{' '}
        {left < 0 ? `${count(-left)} too many.` : `${count(left)} left after this.`}{' '}
        {channelLabelsThatCan('quota')} counts people, however many messages each gets.
      </Small>
    </Section>
  );
}

function When({ starts, ends, parts, room, free, wanted }: ReachAnswer & { wanted: string | undefined }) {
  const isPast = wanted !== undefined && Date.parse(wanted) < Date.parse(starts);
  return (
    <Section>
      <Heading>Broadcast time</Heading>
      {isPast ? (
        <Alert severity="error" sx={{ my: 1 }}>
          <b>Check your time</b>
          <br />
          You cannot choose time in the past
        </Alert>
      ) : null}
      {room === 0 ? (
        <Alert severity="warning" sx={{ my: 1 }}>
          60 broadcasts begin in that hour already. Next free time: {formatTime(free)}.
        </Alert>
      ) : null}
      <Pairs sx={{ mt: 1 }}>
        <dt>Starts</dt>
        <dd>{formatTime(starts)}</dd>
        <dt>Expected end</dt>
        <dd>{formatTime(ends) === formatTime(starts) ? 'Within a minute' : formatTime(ends)}</dd>
        <dt>Parts of up to 500</dt>
        <dd>{count(parts)}</dd>
        <dt>Broadcast slots left this hour</dt>
        <dd>{count(room)} of 60</dd>
        <dt>Next free time</dt>
        <dd>{formatTime(free)}</dd>
      </Pairs>
      <Small>Times in UTC+7:00</Small>
    </Section>
  );
}
