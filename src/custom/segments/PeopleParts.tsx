import Avatar from '@mui/material/Avatar';
import { styled } from '@mui/material/styles';
import { useGetMany } from 'react-admin';
import { Link } from 'react-router';
import type { Channel } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import { initials } from '../../ui/initials.ts';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { formatNumber, parseTime } from '../../resources/format.ts';
import type { Person, Preview } from './usePreview.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  ...TEXT.small,
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 28 },
  '& li > :last-child': {
    marginLeft: 'auto',
    flex: 'none',
    color: 'var(--ink-3)',
    fontVariantNumeric: 'tabular-nums',
  },
  '& a': { color: 'inherit', textDecoration: 'none' },
  '& a:hover, & a:focus-visible': { textDecoration: 'underline' },
});
const Rows = styled(List)({
  '& li': { minHeight: 36 },
  '& li + li': { borderTop: '1px solid var(--line)' },
});
const Truncated = styled('span')({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

/** Channels by id, as far as they are loaded. */
function useChannels(ids: string[]): Map<string, Channel> {
  const { data = [] } = useGetMany<Channel & EntityRecord>(
    'channel',
    { ids: [...new Set(ids)].sort() },
    { enabled: ids.length > 0 },
  );
  return new Map(data.filter(Boolean).map((one) => [one.id, one]));
}

/** The number of people on each channel. */
export function Channels({ channels }: Pick<Preview, 'channels'>) {
  const known = useChannels(channels.map(({ channel }) => channel));
  return (
    <List aria-label={t('Channels')} style={{ marginTop: 8 }}>
      {channels.map(({ channel, count }) => (
        <li key={channel}>
          <ChannelMark type={known.get(channel)?.type} />
          <Truncated>{known.get(channel)?.name ?? '…'}</Truncated>
          <span>{formatNumber(count)}</span>
        </li>
      ))}
    </List>
  );
}

/** A list of people, with when they were last seen. */
export function People({ people }: { people: Person[] }) {
  return (
    <Rows aria-label={t('People')}>
      {people.map(({ id, displayName, pictureUrl, lastSeen }) => {
        const seen = parseTime(lastSeen);
        return (
          <li key={id}>
            <Avatar
              src={pictureUrl}
              alt=""
              sx={{ width: 24, height: 24, fontSize: 11, bgcolor: 'var(--press)', color: 'var(--ink-2)' }}
            >
              {initials(displayName)}
            </Avatar>
            <Truncated>
              <Link to={`/audience/${id}`} target="_blank" rel="noopener">
                {displayName}
              </Link>
            </Truncated>
            <span>{seen ? relativeText(seen) : ''}</span>
          </li>
        );
      })}
    </Rows>
  );
}
