import { useListContext } from 'react-admin';
import { useParams } from 'react-router';
import { MenuResolutionPanel } from './MenuResolutionPanel.tsx';
import { MAX_MENUS, useActiveMenus, useFollowMenus } from './useChannelMenus.ts';

/** Below the active menus of a channel: which of them somebody sees. */
export const PersonPanel = () => {
  const { channel = '' } = useParams();
  const { filterValues } = useListContext();
  const menus = useActiveMenus(channel, MAX_MENUS);
  useFollowMenus();
  if ([filterValues['state']].flat().includes('upcoming')) return null;
  return (
    <div style={{ padding: '16px var(--edge) 24px', borderTop: '1px solid var(--line)' }}>
      <MenuResolutionPanel channel={channel} menus={menus} />
    </div>
  );
};
