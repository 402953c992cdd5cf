import Alert from '@mui/material/Alert';
import type { ReachResponse } from '../../../schemas/campaigns/responses.ts';
import { TEXT_BUTTON_INSET_PX } from '../../theme/tokens.ts';
import { ConnectButton } from '../channels/ConnectButton.tsx';
import { followerCountText, limitedAudienceText } from './reachModel.ts';
import { Bar, formatCount, Large, Pairs, Section, Small } from './parts.tsx';
import { t } from '../../../schemas/texts/translate.ts';

/** The recipients of a broadcast, and the excluded people by reason. */
export function ReachPeople({ channel, ...answer }: ReachResponse & { channel: string }) {
  const { reach, unknownIds, unknownCount, duplicates, duplicateCount, isConnected, fewer, everyone } =
    answer;
  const { people, targeted, blocked, outsideWindow, ended, onOtherChannels, leftOut } = reach;
  const isEveryone = everyone?.includesUnknownFollowers === true;
  const knownOnly = limitedAudienceText(answer);
  const excluded: [string, number][] = [
    [t('Left out'), leftOut],
    [t('Blocked the channel'), blocked],
    [t('Did not write within 24 hours'), outsideWindow],
    [t('Web chat has ended'), ended],
    [t('Not on this channel'), onOtherChannels],
    [t('Unknown ids'), unknownCount],
    [t('Listed twice, counted once'), duplicateCount],
  ];
  const shown = excluded.filter(([, value]) => value > 0);
  return (
    <Section>
      {isConnected ? null : (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {t('The channel is not connected. Messages stay in the outbox and are not delivered.')}
          {/* Below the text: the panel is narrow beside a form. */}
          <div style={{ marginLeft: -TEXT_BUTTON_INSET_PX }}>
            <ConnectButton channel={channel} />
          </div>
        </Alert>
      )}
      {everyone && isEveryone ? (
        <AllFollowers known={people} everyone={everyone} isConnected={isConnected} />
      ) : (
        <>
          <Large role="status">
            <b>{formatCount(people)}</b>
            {t(isConnected ? 'of %{of} will get it' : 'of %{of} would get it', { of: formatCount(targeted) })}
          </Large>
          <Bar
            label={t('%{people} of %{of}', { people: formatCount(people), of: formatCount(targeted) })}
            of={targeted}
            shares={[{ label: 'will', value: people, colour: 'var(--accent)' }]}
          />
        </>
      )}
      {knownOnly === undefined ? null : (
        <Alert severity="info" sx={{ mb: 1 }}>
          {knownOnly}
        </Alert>
      )}
      {everyone && !isEveryone && everyone.count ? (
        <Small sx={{ mb: 1 }}>
          {t('All friends of the channel: %{everyone}, %{people} of them known here.', {
            everyone: followerCountText(everyone),
            people: formatCount(people),
          })}
        </Small>
      ) : null}
      {people === 0 && !isEveryone ? (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {t('Nobody would receive it.')}
        </Alert>
      ) : null}
      {fewer > 0 ? (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {t('%{fewer} fewer than when it was saved: the segment has changed.', {
            fewer: formatCount(fewer),
          })}
        </Alert>
      ) : null}
      {shown.length > 0 ? (
        <Pairs aria-label={t('Excluded')}>
          {shown.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{formatCount(value)}</dd>
            </div>
          ))}
        </Pairs>
      ) : null}
      {unknownIds.length > 0 ? (
        <Small>
          {t('Nobody on the channel has: %{unknown}', { unknown: listIds(unknownIds, unknownCount) })}
        </Small>
      ) : null}
      {duplicates.length > 0 ? (
        <Small>{t('Twice in the list: %{doubled}', { doubled: listIds(duplicates, duplicateCount) })}</Small>
      ) : null}
    </Section>
  );
}

/** All followers of the channel, whether they are known here or not. */
function AllFollowers({
  known,
  everyone,
  isConnected,
}: {
  known: number;
  everyone: NonNullable<ReachResponse['everyone']>;
  isConnected: boolean;
}) {
  const friends = followerCountText(everyone);
  return (
    <>
      <Large role="status">
        <b>{everyone.count ? formatCount(Math.max(everyone.count.friends, known)) : t('All friends')}</b>
        {t(isConnected ? 'will get it' : 'would get it')}
      </Large>
      <Small sx={{ mt: 0, mb: 1 }}>
        {friends === undefined
          ? t('All friends of the channel, those too who are not known here. %{known} are known here.', {
              known: formatCount(known),
            })
          : t('All friends of the channel: %{friends}, %{known} of them known here.', {
              friends,
              known: formatCount(known),
            })}
      </Small>
    </>
  );
}

const MAX_SHOWN_IDS = 20;
const listIds = (ids: string[], all: number): string =>
  ids.slice(0, MAX_SHOWN_IDS).join(t(', ')) +
  (all > MAX_SHOWN_IDS ? t(' and %{all} more', { all: formatCount(all - MAX_SHOWN_IDS) }) : '');
