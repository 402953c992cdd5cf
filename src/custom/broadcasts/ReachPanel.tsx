import Alert from '@mui/material/Alert';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { channelLabelsThatCan } from '../../../schemas/channels/registry.ts';
import type { ReachResponse } from '../../../schemas/campaigns/responses.ts';
import { formatTime } from '../../../schemas/campaigns/formatTime.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import { useDebouncedValue } from '../../resources/fields/shared/useDebouncedText.ts';
import { usePanelStatus } from '../../resources/fieldKit/panelStatus.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { Bar, formatCount, Heading, Pairs, Section, Small } from './parts.tsx';
import { buildReachRequest, countRecipients } from './reachModel.ts';
import { ReachPeople } from './ReachPeople.tsx';
import { quotaAfter } from './statusModel.ts';
import { useReach } from './useBroadcast.ts';
import { t } from '../../../schemas/texts/translate.ts';

const hasStarted = ({ status }: JsonObject): boolean =>
  typeof status === 'string' && !['draft', 'scheduled'].includes(status);

/** The recipients of the form's broadcast, those excluded and why, its share of the quota, and its time. */
export function ReachPanel() {
  const { values } = useLiveRecord();
  const { id } = useParams();
  const request = useDebouncedValue<JsonObject>(useMemo(() => buildReachRequest(values, id), [values, id]));
  const { data, error, isPlaceholderData } = useReach(request);
  const { channel } = request;
  const people = data && typeof channel === 'string' ? countRecipients(data) : undefined;
  usePanelStatus(
    useMemo(
      () =>
        people === undefined
          ? []
          : [
              {
                label: t(people === 1 ? '%{count} person' : '%{count} people', {
                  count: formatCount(people),
                }),
                tone: 'neutral' as const,
              },
            ],
      [people],
    ),
  );
  if (typeof channel !== 'string') return <Small>{t('Choose a channel to see who receives it.')}</Small>;
  if (error && !data) return <Small role="alert">{messageOf(error)}</Small>;
  if (!data) return <Small role="status">{t('Counting…')}</Small>;
  return (
    // The count of the previous values is dimmed until the new one is there.
    <div aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : undefined }}>
      <ReachPeople {...data} channel={channel} />
      <Quota {...data} />
      {/* Free slots are of no use once it has started. */}
      {hasStarted(values) ? null : (
        <BroadcastTime
          {...data}
          wanted={typeof request['sendAt'] === 'string' ? request['sendAt'] : undefined}
        />
      )}
    </div>
  );
}

function Quota({ quota, ...answer }: ReachResponse) {
  if (!quota) return null;
  const { now, left } = quotaAfter(quota, { people: countRecipients(answer) });
  return (
    <Section>
      <Heading>{t('Monthly quota')}</Heading>
      <Bar
        label={t('%{used} used, %{now} now, of %{limit}', {
          used: formatCount(quota.used),
          now: formatCount(now),
          limit: formatCount(quota.limit),
        })}
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
        {t(
          '%{used} used, %{now} now, of %{limit}. %{count} %{platform} counts people, however many messages each gets.',
          {
            used: formatCount(quota.used),
            now: formatCount(now),
            limit: formatCount(quota.limit),
            count:
              left < 0
                ? t('%{count} too many.', { count: formatCount(-left) })
                : t('%{left} left after this.', { left: formatCount(left) }),
            platform: channelLabelsThatCan('quota'),
          },
        )}
      </Small>
    </Section>
  );
}

function BroadcastTime({
  starts,
  ends,
  batchCount,
  remainingSlots,
  nextSlotAt,
  wanted,
}: ReachResponse & { wanted: string | undefined }) {
  const isPast = wanted !== undefined && Date.parse(wanted) < Date.parse(starts);
  return (
    <Section>
      <Heading>{t('Broadcast time')}</Heading>
      {isPast ? (
        <Alert severity="error" sx={{ my: 1 }}>
          <b>{t('Check your time')}</b>
          <br />
          {t('You cannot choose time in the past')}
        </Alert>
      ) : null}
      {remainingSlots === 0 ? (
        <Alert severity="warning" sx={{ my: 1 }}>
          {t('60 broadcasts begin in that hour already. Next free time: %{free}.', {
            free: formatTime(nextSlotAt),
          })}
        </Alert>
      ) : null}
      <Pairs sx={{ mt: 1 }}>
        <dt>{t('Starts')}</dt>
        <dd>{formatTime(starts)}</dd>
        <dt>{t('Expected end')}</dt>
        <dd>{formatTime(ends) === formatTime(starts) ? t('Within a minute') : formatTime(ends)}</dd>
        {batchCount > 1 ? (
          <>
            <dt>{t('Parts of up to 500')}</dt>
            <dd>{formatCount(batchCount)}</dd>
          </>
        ) : null}
        <dt>{t('Broadcast slots left this hour')}</dt>
        <dd>{t('%{room} of 60', { room: formatCount(remainingSlots) })}</dd>
        {formatTime(nextSlotAt) === formatTime(starts) ? null : (
          <>
            <dt>{t('Next free time')}</dt>
            <dd>{formatTime(nextSlotAt)}</dd>
          </>
        )}
      </Pairs>
      <Small>{t('Times in UTC+7:00')}</Small>
    </Section>
  );
}
