import { useListContext } from 'react-admin';
import { useParams } from 'react-router';
import { MenuResolutionPanel } from './MenuResolutionPanel.tsx';
import { MAX_MENUS, useActiveMenus, useRefetchMenus } from './useChannelMenus.ts';

/** Panel below a channel's active menus that shows which of them a person sees. */
export const PersonPanel = () => {
  const { channel = '' } = useParams();
  const { filterValues } = useListContext();
  const menus = useActiveMenus(channel, MAX_MENUS);
  useRefetchMenus();
  if ([filterValues['state']].flat().includes('upcoming')) return null;
  return (
    <div style={{ padding: '8px var(--edge)', borderTop: '1px solid var(--line)' }}>
      <MenuResolutionPanel inLine channel={channel} menus={menus} />
    </div>
  );
};
