import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Link } from 'react-router';
import { channelLabelsThatCan } from '../../../../schemas/channels/registry.ts';
import { MAX_SEARCH } from '../../../../schemas/model/listCalls.ts';
import { ChannelMark } from '../../../channels/ChannelMark.tsx';
import { PageTitle } from '../../../layout/PageTitle.tsx';
import { ErrorState } from '../../../resources/states/ListStates.tsx';
import { DelayedPlaceholder, Placeholder } from '../../../resources/states/Placeholder.ts';
import { StatePanel } from '../../../resources/states/StatePanel.tsx';
import { Sentinel } from './parts.tsx';
import { useFollowMenus, useMenuChannels } from './useChannelMenus.ts';
import { useDebouncedText } from '../../../resources/fields/shared/useDebouncedText.ts';

const Bar = styled('div')({ display: 'flex', gap: 12, margin: '12px 0' });
const Rows = styled('ul')({
  listStyle: 'none',
  margin: '0 calc(-1 * var(--edge))',
  padding: 0,
  borderTop: '1px solid var(--line)',
});
const Row = styled(Link)({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 12px',
  minHeight: 52,
  padding: '6px var(--edge)',
  borderBottom: '1px solid var(--line)',
  color: 'var(--ink)',
  fontSize: 14,
  textDecoration: 'none',
  '&:hover': { background: 'var(--hover)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '& > b': { flex: '1 1 160px', minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' },
  '& > i': { fontStyle: 'normal', fontSize: 13, color: 'var(--ink-3)', fontVariantNumeric: 'tabular-nums' },
});

/** Chooses the channel whose rich menus are managed. */
export const ChannelsPage = () => {
  const [typed, setTyped] = useState('');
  const keyword = useDebouncedText(typed.trim());
  const { rows, error, hasMore, loadMore, refetch } = useMenuChannels(keyword);
  useFollowMenus();
  const platform = channelLabelsThatCan('richMenus');
  return (
    <>
      <PageTitle>Rich menu management</PageTitle>
      <Bar>
        <TextField
          size="small"
          type="search"
          placeholder="Search channels"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': 'Search channels', maxLength: MAX_SEARCH } }}
          sx={{ width: 280, maxWidth: '100%' }}
        />
      </Bar>
      {error ? <ErrorState title="Failed to load channel" error={error} onRetry={refetch} /> : null}
      {!rows && !error ? <Waiting /> : null}
      {rows?.length === 0 && keyword === '' ? (
        <StatePanel
          title={`No ${platform} channels yet`}
          text={`Rich menus appear at the bottom of ${platform} chats. Connect a ${platform} account first.`}
        >
          <Button variant="contained" component={Link} to="/channel-management">
            Open channels
          </Button>
        </StatePanel>
      ) : null}
      {rows?.length === 0 && keyword !== '' ? (
        <StatePanel title="No channels found" text="Nothing matches the search.">
          <Button variant="outlined" onClick={() => setTyped('')}>
            Clear search
          </Button>
        </StatePanel>
      ) : null}
      {rows && rows.length > 0 ? (
        <Rows aria-label={`${platform} channels`}>
          {rows.map(({ id, name, type, activeRichmenu = 0, upcomingRichmenu = 0 }) => (
            <li key={id}>
              <Row to={`/richmenu/management/${id}`}>
                <ChannelMark type={type} />
                <b>{name}</b>
                <i>
                  {activeRichmenu} active, {upcomingRichmenu} upcoming
                </i>
              </Row>
            </li>
          ))}
        </Rows>
      ) : null}
      {hasMore ? <Sentinel loaded={rows?.length ?? 0} onSeen={loadMore} /> : null}
    </>
  );
};

const Waiting = () => (
  <DelayedPlaceholder role="progressbar" aria-label="Loading" aria-busy="true">
    {[0, 1, 2].map((row) => (
      <div key={row} style={{ height: 52, display: 'grid', alignItems: 'center' }}>
        <Placeholder style={{ width: `${50 - row * 8}%` }} />
      </div>
    ))}
  </DelayedPlaceholder>
);
