import ChevronRight from '@mui/icons-material/ChevronRight';
import Search from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { Link } from 'react-router';
import { channelLabelsThatCan } from '../../../../schemas/channels/registry.ts';
import { MAX_SEARCH } from '../../../../schemas/model/listCalls.ts';
import { ChannelMark } from '../../../channels/ChannelMark.tsx';
import { PageTitle } from '../../../layout/PageTitle.tsx';
import { ErrorState } from '../../../resources/states/ListStates.tsx';
import { DelayedPlaceholder, Placeholder } from '../../../resources/states/Placeholder.ts';
import { StatePanel } from '../../../resources/states/StatePanel.tsx';
import type { MenuChannel } from '../../../dataProvider/channelMenuVerbs.ts';
import { MenuPicture, Sentinel } from './parts.tsx';
import { useActiveMenus, useFollowMenus, useMenuChannels } from './useChannelMenus.ts';
import { SearchFrame } from '../../../resources/fields/shared/SearchFrame.ts';
import { useDebouncedText } from '../../../resources/fields/shared/useDebouncedText.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

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
  gap: '12px 24px',
  minHeight: 76,
  padding: '12px var(--edge)',
  borderBottom: '1px solid var(--line)',
  color: 'var(--ink)',
  fontSize: 14,
  textDecoration: 'none',
  '&:hover': { background: 'var(--hover)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '& .names': { flex: '0 1 264px', minWidth: 160 },
  '& .names > span': { display: 'flex', alignItems: 'center', gap: 8 },
  '& > svg': { marginLeft: 'auto', fontSize: 20, color: 'var(--ink-3)' },
  '& b': { minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' },
  '& .names i': {
    display: 'block',
    marginLeft: 24,
    fontStyle: 'normal',
    ...TEXT.small,
    color: 'var(--ink-3)',
    fontVariantNumeric: 'tabular-nums',
  },
});
const Pictures = styled('div')(({ theme }) => ({
  display: 'flex',
  // Names stand on one line, whatever the shape of the menus is.
  alignItems: 'flex-end',
  gap: 16,
  '& figure': { margin: 0, width: MENU_WIDTH_PX },
  '& figcaption': {
    marginTop: 4,
    ...TEXT.caption,
    color: 'var(--ink-3)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // In line with the name where they come below it.
  [theme.breakpoints.down('sm')]: {
    gap: 8,
    marginLeft: 24,
    '& figure:nth-of-type(n + 3)': { display: 'none' },
  },
}));
const MENU_WIDTH_PX = 106;
/** Pictures of a channel; the page of the channel has all. */
const MAX_PICTURES = 4;

const countsText = ({ activeRichmenu: active = 0, upcomingRichmenu: upcoming = 0 }: MenuChannel): string =>
  [
    ...(active > 0 ? [t('%{active} active', { active })] : []),
    ...(upcoming > 0 ? [t('%{upcoming} upcoming', { upcoming })] : []),
  ].join(t(', ')) || t('No rich menu yet');

/** What the people of a channel see: its active menus, as many as there is room for. */
const MenuPictures = ({ channel }: { channel: string }) => {
  const menus = useActiveMenus(channel, MAX_PICTURES);
  return (
    <Pictures aria-hidden>
      {menus.map(({ id, richmenu }) => (
        <figure key={id}>
          <MenuPicture {...richmenu} width={MENU_WIDTH_PX} />
          <figcaption>{richmenu.name}</figcaption>
        </figure>
      ))}
    </Pictures>
  );
};

/** Chooses the channel whose rich menus are managed. */
export const ChannelsPage = () => {
  const [typed, setTyped] = useState('');
  const keyword = useDebouncedText(typed.trim());
  const { rows, error, hasMore, loadMore, refetch } = useMenuChannels(keyword);
  useFollowMenus();
  const platform = channelLabelsThatCan('richMenus');
  return (
    <>
      <PageTitle>{t('Rich menu management')}</PageTitle>
      <Bar>
        <SearchFrame>
          <Search aria-hidden />
          <input
            type="search"
            aria-label={t('Search channels')}
            placeholder={t('Search channels')}
            maxLength={MAX_SEARCH}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </SearchFrame>
      </Bar>
      {error ? <ErrorState title={t('Failed to load channel')} error={error} onRetry={refetch} /> : null}
      {!rows && !error ? <Waiting /> : null}
      {rows?.length === 0 && keyword === '' ? (
        <StatePanel
          title={t('No %{platform} channels yet', { platform })}
          text={t(
            'Rich menus appear at the bottom of %{platform} chats. Connect a %{platform} account first.',
            { platform },
          )}
        >
          <Button variant="contained" component={Link} to="/channel-management">
            {t('Open channels')}
          </Button>
        </StatePanel>
      ) : null}
      {rows?.length === 0 && keyword !== '' ? (
        <StatePanel title={t('No channels found')} text={t('Nothing matches the search.')}>
          <Button variant="outlined" onClick={() => setTyped('')}>
            {t('Clear search')}
          </Button>
        </StatePanel>
      ) : null}
      {rows && rows.length > 0 ? (
        <Rows aria-label={t('%{platform} channels', { platform })}>
          {rows.map((channel) => (
            <li key={channel.id}>
              <Row to={`/richmenu/management/${channel.id}`}>
                <span className="names">
                  <span>
                    <ChannelMark type={channel.type} />
                    <b>{channel.name}</b>
                  </span>
                  <i>{countsText(channel)}</i>
                </span>
                {(channel.activeRichmenu ?? 0) > 0 && <MenuPictures channel={channel.id} />}
                <ChevronRight aria-hidden />
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
  <DelayedPlaceholder role="progressbar" aria-label={t('Loading')} aria-busy="true">
    {[0, 1, 2].map((row) => (
      <div key={row} style={{ height: 76, display: 'grid', alignItems: 'center' }}>
        <Placeholder style={{ width: `${50 - row * 8}%` }} />
      </div>
    ))}
  </DelayedPlaceholder>
);
