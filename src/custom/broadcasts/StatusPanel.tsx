import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useNotify, useRecordContext } from 'react-admin';
import { channelLabelsThatCan } from '../../../schemas/channels/registry.ts';
import { MAX_EXPORTED_FAILURES, type ProgressResponse } from '../../../schemas/campaigns/responses.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { toCsv } from '../../../schemas/model/csv.ts';
import { saveFile } from '../../dataProvider/downloads.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import { Chart } from '../../resources/charts/Chart.tsx';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { ShowSkeleton } from '../../resources/states/ShowSkeleton.tsx';
import { Countdown } from './Countdown.tsx';
import { Bar, formatCount, Heading, Large, Section, Small } from './parts.tsx';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { buildReachRequest } from './reachModel.ts';
import {
  adviceFor,
  expectedEnd,
  peopleChart,
  formatStep,
  platformFigures,
  remaining,
} from './statusModel.ts';
import { ReachPeople } from './ReachPeople.tsx';
import { useFailures, useProgress, useReach } from './useBroadcast.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Legend = styled('ul')({
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  margin: 0,
  padding: 0,
  fontSize: 13,
  color: 'var(--ink-2)',
  '& i': {
    display: 'inline-block',
    width: 12,
    height: 3,
    borderRadius: 2,
    marginRight: 6,
    verticalAlign: 'middle',
  },
});
const Figures = styled('dl')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 40px',
  margin: '8px 0 0',
  '& dt': { ...TEXT.caption, color: 'var(--ink-2)' },
  '& dd': {
    margin: 0,
    fontSize: 18,
    lineHeight: '26px',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
  },
  '& dd span': { fontSize: 12, fontWeight: 400, color: 'var(--ink-3)' },
});
const Reasons = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  ...TEXT.small,
  '& th': { textAlign: 'left', fontWeight: 500, color: 'var(--ink-2)', padding: '8px 12px 8px 0' },
  '& td': { padding: '8px 12px 8px 0', borderTop: '1px solid var(--line)' },
  '& tr > :last-child': { textAlign: 'right', paddingRight: 0 },
});
/** Live progress of the broadcast: counts, people per minute, and failures by reason. */
export function StatusPanel() {
  const record = useRecordContext<
    JsonObject & { id: string; status?: string; startsAt?: string; heldUntil?: string; reason?: string }
  >();
  const { data, error, refetch, dataUpdatedAt: now } = useProgress(record?.id ?? '');
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!record || !data) return <ShowSkeleton />;
  return (
    <>
      {record.status === 'failed' && record.reason ? (
        <Alert severity="error" sx={{ mb: 2 }}>
          {record.reason}
        </Alert>
      ) : null}
      {record.status === 'scheduled' && record.startsAt ? <Countdown at={record.startsAt} /> : null}
      {data.state === 'held' && record.heldUntil ? (
        <Countdown at={record.heldUntil} what={t('Retry starts')} until={t('it can be undone')} />
      ) : null}
      {data.sandbox ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t(
            'The channel is not connected, so nothing was delivered. The outbox shows what people would have received.',
          )}
        </Alert>
      ) : null}
      {data.state === 'none' ? (
        <>
          {record.status === 'failed' ? null : <CurrentReach {...record} />}
          {record.status === 'draft' ? null : (
            <Section>
              <Heading>{record.status === 'failed' ? t('It was not sent') : t('Not sent yet')}</Heading>
              <Small>
                {record.status === 'failed'
                  ? t('Nobody received it. Duplicate it to send it at another time.')
                  : t('Progress appears here once sending starts.')}
              </Small>
            </Section>
          )}
        </>
      ) : (
        <Progress {...data} record={record} now={now} />
      )}
    </>
  );
}

/** The current recipients, for people who approve it. */
function CurrentReach(record: JsonObject & { id: string }) {
  const { data } = useReach(buildReachRequest(record, record.id));
  return data ? <ReachPeople {...data} channel={String(record['channel'])} /> : null;
}

const STATES: Record<ProgressResponse['state'], string> = {
  ...{
    none: '',
    sending: t('Sending'),
    held: t('Retry has not started yet'),
    stopped: t('Stopped'),
    over: t('Executed'),
  },
};

function Progress({
  now,
  record,
  ...progress
}: ProgressResponse & { record: JsonObject & { id: string }; now: number }) {
  const { counts, batches, state, sandbox } = progress;
  // In a sandbox no platform is called: messages are only in the outbox.
  const done = sandbox ? t('in the outbox') : t('sent');
  const sending = state === 'sending' ? { now, end: expectedEnd(progress, now) } : undefined;
  const { stepMinutes, points } = peopleChart(progress, sending);
  const shares = [
    {
      ...{ label: sandbox ? t('In the outbox') : t('Sent'), value: counts.sent },
      colour: sandbox ? 'var(--chart-4)' : 'var(--accent)',
    },
    { label: t('Failed'), value: counts.failed, colour: 'var(--danger-dot)' },
    { label: t('Perhaps delivered'), value: counts.unknown, colour: 'var(--warning-dot)' },
    { label: t('Waiting'), value: counts.left, colour: 'var(--press)' },
  ].filter(({ value }, at) => value > 0 || at === 0);
  return (
    <>
      {/* Announced when it changes; the counts, which change all the time, are not. */}
      <span role="status" style={visuallyHidden}>
        {STATES[state]}
      </span>
      <Section>
        <Large sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline' }}>
          <b>{formatCount(counts.sent)}</b>
          <span style={{ flex: 1 }}>
            {t('of %{total} %{done}%{sandbox}', {
              total: formatCount(counts.total),
              done,
              sandbox: sandbox && t(', none delivered'),
            })}
          </span>
          <span>{remaining(progress, now)}</span>
        </Large>
        <Bar
          label={t('%{sent} of %{total} %{done}', {
            sent: formatCount(counts.sent),
            total: formatCount(counts.total),
            done,
          })}
          of={counts.total}
          shares={shares}
        />
        <Legend>
          {shares.map(({ label, value, colour }) => (
            <li key={label}>
              <i style={{ background: colour }} />
              {label} {formatCount(value)}
            </li>
          ))}
        </Legend>
        {progress.sentInOneCall ? (
          <Small>
            {t('One call sent it to all friends of the channel. Counted here are those who are known here.')}
          </Small>
        ) : null}
      </Section>
      <PlatformFigures record={record} sent={counts.sent} />
      <Section>
        <Chart
          title={t('People %{stepMinutes}', { stepMinutes: formatStep(stepMinutes) })}
          description={t('%{done} of %{of} parts done, each up to 500 people. UTC+7:00', {
            done: formatCount(batches.done),
            of: formatCount(batches.total),
          })}
          kind="bar"
          series={[{ key: 'people', label: t('People') }]}
          points={points}
          height={200}
          emptyText={state === 'sending' ? t('No part has finished yet.') : t('No part was sent.')}
        />
      </Section>
      <FailureReasons {...progress} id={record.id} isRemoved={record['recipientsRemoved'] === true} />
    </>
  );
}

/** The platform's own counts, available a day later. */
function PlatformFigures({ record, sent }: { record: JsonObject; sent: number }) {
  const figures = platformFigures(record, sent);
  if (figures.length === 0) return null;
  const platform = channelLabelsThatCan('figures');
  return (
    <Section>
      <Heading>{t('As %{platform} counts', { platform })}</Heading>
      <Figures>
        {figures.map(({ label, value, share }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {formatCount(value)} <span>{share}</span>
            </dd>
          </div>
        ))}
      </Figures>
      <Small>
        {t('Share of recipients. %{platform} reports it a day later, and only from 20 people upwards.', {
          platform,
        })}
      </Small>
    </Section>
  );
}

function FailureReasons({
  id,
  isRemoved,
  reasons,
  counts,
}: ProgressResponse & { id: string; isRemoved: boolean }) {
  const failures = useFailures(id);
  const notify = useNotify();
  if (isRemoved && counts.failed + counts.unknown > 0)
    return <Small>{t('Who did not receive it, and why, is no longer kept.')}</Small>;
  if (reasons.length === 0) return null;
  const save = async (): Promise<void> => {
    try {
      saveFile({ name: 'not-sent.csv', content: toFailuresCsv(await failures()) });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  return (
    <Section>
      <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
        <Heading sx={{ flex: 1 }}>
          {t('Failures by reason: %{failed}', { failed: formatCount(counts.failed + counts.unknown) })}
        </Heading>
        <Button size="small" variant="outlined" onClick={() => void save()}>
          {t('Download CSV')}
        </Button>
      </div>
      {counts.failed + counts.unknown > MAX_EXPORTED_FAILURES ? (
        <Small>
          {t('The file has the first %{maxListedFailures}.', {
            maxListedFailures: formatCount(MAX_EXPORTED_FAILURES),
          })}
        </Small>
      ) : null}
      <Reasons>
        <thead>
          <tr>
            <th scope="col">{t('Reason')}</th>
            <th scope="col">{t('What to do')}</th>
            <th scope="col">{t('People')}</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ reason, state, people }) => (
            <tr key={`${state} ${reason}`}>
              <td>{reason}</td>
              <td>{adviceFor(reason, state)}</td>
              <td>{formatCount(people)}</td>
            </tr>
          ))}
        </tbody>
      </Reasons>
    </Section>
  );
}

const toFailuresCsv = (rows: { person: string; name: string; state: string; reason: string }[]): Blob => {
  const lines = rows.map(({ person, name, state, reason }) => [person, name, state, reason]);
  return new Blob([toCsv([['person', 'name', 'state', 'reason'], ...lines], { byteOrderMark: true })], {
    type: 'text/csv',
  });
};
