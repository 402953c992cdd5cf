import OpenInNew from '@mui/icons-material/OpenInNew';
import Logout from '@mui/icons-material/LogoutOutlined';
import Person from '@mui/icons-material/AccountCircleOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useLocation } from 'react-router';
import { useAccess } from '../authProvider/AccessContext.ts';
import { mayEnter } from '../authProvider/access.ts';
import { config } from '../config.ts';
import { Icon } from '../resources/menu/icons.tsx';
import { EntryAnchor, EntryButton, EntryLink } from '../resources/menu/entries.ts';
import { SideMenu } from '../resources/menu/SideMenu.tsx';
import { HEADER_HEIGHT } from '../theme/tokens.ts';
import { useConsoleMenu } from './useConsoleMenu.ts';
import { WorkspaceName } from './WorkspaceName.tsx';
import { useSignOut } from './useSignOut.ts';

interface MenuPanelProps {
  isCollapsed: boolean;
  onFollow?: () => void;
}

/** The whole left side: workspace, screens, outside sites, the member and the way out. */
export const MenuPanel = ({ isCollapsed, onFollow }: MenuPanelProps) => {
  const access = useAccess();
  const sections = useConsoleMenu();
  const signOut = useSignOut();
  const { pathname } = useLocation();
  const { livechatUrl, documentationUrl } = config();
  const { user } = access;
  const workspace = typeof user.workspace === 'string' ? user.workspace : user.workspace?.name;
  const outside = [
    { label: 'Live Chat', icon: 'livechat', url: mayEnter(access, ['livechat']) ? livechatUrl : undefined },
    { label: 'Documentation', icon: 'documentation', url: documentationUrl },
  ];

  return (
    <Box
      component="aside"
      aria-label="Workspace"
      sx={{ height: '100%', display: 'flex', flexDirection: 'column', bgcolor: 'background.paper' }}
    >
      <Box
        sx={{
          height: HEADER_HEIGHT,
          flexShrink: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          px: isCollapsed ? 2 : 2.25,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box
          aria-hidden
          sx={{
            width: 26,
            height: 26,
            flexShrink: 0,
            borderRadius: '8px',
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
            display: 'grid',
            placeItems: 'center',
            fontSize: 13,
            fontWeight: 600,
          }}
        >
          {(workspace ?? 'M').slice(0, 1)}
        </Box>
        {!isCollapsed && <WorkspaceName name={workspace ?? ''} />}
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', p: 1 }}>
        <SideMenu sections={sections} isCollapsed={isCollapsed} onFollow={onFollow}>
          {outside.map(
            ({ label, icon, url }) =>
              url && (
                <EntryAnchor
                  key={label}
                  title={isCollapsed ? label : undefined}
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`${label} (new tab)`}
                >
                  <Icon name={icon} />
                  {!isCollapsed && <span>{label}</span>}
                  {!isCollapsed && <OpenInNew aria-hidden sx={{ ml: 'auto', fontSize: 14 }} />}
                </EntryAnchor>
              ),
          )}
        </SideMenu>
      </Box>
      <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>
        <EntryLink
          to="/user-profile"
          onClick={onFollow}
          aria-label={`User profile of ${user.name}`}
          title={isCollapsed ? user.name : undefined}
          aria-current={pathname === '/user-profile' ? 'page' : undefined}
        >
          <Person fontSize="small" aria-hidden />
          {!isCollapsed && (
            <Box component="span" sx={{ minWidth: 0 }}>
              <Typography variant="subtitle2" component="span" noWrap sx={{ display: 'block' }}>
                {user.name}
              </Typography>
              <Typography
                variant="caption"
                component="span"
                color="textSecondary"
                noWrap
                sx={{ display: 'block' }}
              >
                {user.email}
              </Typography>
            </Box>
          )}
        </EntryLink>
        <EntryButton
          type="button"
          onClick={signOut}
          aria-label={isCollapsed ? 'Logout' : undefined}
          title={isCollapsed ? 'Logout' : undefined}
        >
          <Logout fontSize="small" aria-hidden />
          {!isCollapsed && <span>Logout</span>}
        </EntryButton>
      </Box>
    </Box>
  );
};
