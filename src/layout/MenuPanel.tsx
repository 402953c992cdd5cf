import OpenInNew from '@mui/icons-material/OpenInNew';
import Logout from '@mui/icons-material/LogoutOutlined';
import MenuOpen from '@mui/icons-material/MenuOpen';
import Search from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { Link, useLocation } from 'react-router';
import { useAccess } from '../authProvider/AccessContext.ts';
import { mayEnter } from '../authProvider/access.ts';
import { config } from '../dataProvider/config.ts';
import { Icon } from '../resources/menu/icons.tsx';
import { EntryAnchor, EntryButton } from '../resources/menu/entries.ts';
import { SideMenu } from '../resources/menu/SideMenu.tsx';
import { initials } from '../ui/initials.ts';
import { JobTray } from './jobs/JobTray.tsx';
import { COMMAND_KEY } from './keys.ts';
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx';
import { NoticeTray } from './notices/NoticeTray.tsx';
import { ProductSwitch } from './ProductSwitch.tsx';
import { useConsoleMenu } from './useConsoleMenu.ts';
import { WorkspaceName } from './WorkspaceName.tsx';
import { useSignOut } from './useSignOut.ts';
import { t } from '../../schemas/texts/translate.ts';

interface MenuPanelProps {
  isCollapsed: boolean;
  /** Closes a drawer when an entry is followed. */
  onFollow?: () => void;
  onSearch: () => void;
  /** Narrows the menu to its icons, or widens it; absent in a drawer. */
  onCollapse?: () => void;
}

const Panel = styled('aside')({
  height: '100%',
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  padding: 8,
  '& .workspace': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    height: 40,
    flexShrink: 0,
    paddingLeft: 8,
    marginBottom: 4,
    '& > .mark': { marginRight: 4 },
    '& svg': { fontSize: 18 },
  },
  '& .mark': {
    width: 24,
    height: 24,
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    borderRadius: 6,
    background: 'var(--ink)',
    color: 'var(--sheet)',
    fontSize: 12,
    fontWeight: 600,
  },
  // Its space is reserved until its code is loaded.
  '& .bell': { display: 'grid', minWidth: 30, minHeight: 30 },
  '& .seek': { display: 'flex', alignItems: 'center', gap: 2, flexShrink: 0, marginBottom: 8 },
  '& .find': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    height: 32,
    flex: 1,
    padding: '0 8px',
    border: '1px solid var(--frame)',
    borderRadius: 6,
    background: 'var(--sheet)',
    color: 'var(--ink-3)',
    font: 'inherit',
    cursor: 'pointer',
    '&:hover': { borderColor: 'var(--field)' },
    '& svg': { fontSize: 16 },
    // No keyboard, no shortcut.
    '@media (hover: none), (max-width: 599.95px)': { '& kbd': { display: 'none' } },
    '& kbd': {
      marginLeft: 'auto',
      padding: '0 4px',
      border: '1px solid var(--line)',
      borderRadius: 4,
      background: 'var(--sunken)',
      font: 'inherit',
      fontSize: 12,
      lineHeight: '16px',
      fontWeight: 500,
      whiteSpace: 'nowrap',
    },
  },
  '& .screens': { flex: 1, minHeight: 0, overflowY: 'auto', margin: '0 -4px', padding: '0 4px' },
  '& .out': { marginLeft: 'auto', fontSize: '13px !important' },
  '& .me': {
    display: 'flex',
    alignItems: 'center',
    marginTop: 8,
    paddingTop: 8,
    borderTop: '1px solid var(--line)',
    lineHeight: '18px',
    '& a': {
      flex: 1,
      minWidth: 0,
      display: 'flex',
      alignItems: 'center',
      gap: 10,
      padding: 8,
      borderRadius: 6,
      color: 'var(--ink)',
      textDecoration: 'none',
    },
    '& a:hover': { background: 'var(--hover)' },
    '& a[aria-current]': { background: 'var(--press)' },
    '& .names': { minWidth: 0 },
    '& .names > *': {
      display: 'block',
      fontWeight: 500,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& .names > span': { color: 'var(--ink-3)', fontWeight: 400, fontSize: 12 },
  },
  '& .face': {
    width: 28,
    height: 28,
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    borderRadius: '50%',
    overflow: 'hidden',
    background: 'var(--press)',
    color: 'var(--ink-2)',
    fontSize: 11,
    fontWeight: 500,
    '& img': { width: 28, height: 28, objectFit: 'cover' },
  },
  '&[data-collapsed]': {
    '& .workspace, & .me, & .seek': { flexDirection: 'column', height: 'auto', padding: 0, gap: 4 },
    '& .workspace > .mark': { margin: '8px 0' },
    '& .find': { flex: 'none', width: 40, justifyContent: 'center', padding: 0 },
    '& .me a': { padding: 6 },
    // All entries are visible in a window of 900 px.
    '& .me': { marginTop: 4, paddingTop: 4, gap: 0 },
    '& .screens :is(a, button)': { justifyContent: 'center', minHeight: 26, padding: '4px 0' },
  },
});

/** The whole left side: workspace, screens, external sites, the person and sign-out. */
export const MenuPanel = ({ isCollapsed, onFollow, onSearch, onCollapse }: MenuPanelProps) => {
  const access = useAccess();
  const sections = useConsoleMenu();
  const signOut = useSignOut();
  const { pathname } = useLocation();
  const { livechatUrl, documentationUrl } = config();
  const { user } = access;
  const workspace = typeof user.workspace === 'string' ? user.workspace : user.workspace?.name;
  const outside = [
    {
      label: t('Live Chat'),
      icon: 'livechat',
      url: mayEnter(access, ['livechat']) ? livechatUrl : undefined,
    },
    { label: t('Documentation'), icon: 'documentation', url: documentationUrl },
  ];

  return (
    <Panel aria-label={t('Workspace')} data-collapsed={isCollapsed || undefined}>
      <div className="workspace">
        <span aria-hidden className="mark">
          {initials(workspace ?? 'M', 1)}
        </span>
        {!isCollapsed && <WorkspaceName name={workspace ?? ''} />}
        <span className="bell">
          <NoticeTray />
        </span>
        <JobTray />
        <ProductSwitch />
      </div>
      <div className="seek">
        <button
          type="button"
          className="find"
          aria-label={isCollapsed ? t('Search') : undefined}
          aria-keyshortcuts="Meta+K Control+K"
          onClick={onSearch}
        >
          <Search aria-hidden />
          {!isCollapsed && (
            <>
              {t('Search')}
              <kbd aria-hidden>{COMMAND_KEY}K</kbd>
            </>
          )}
        </button>
        {onCollapse && (
          <IconButton
            size="small"
            aria-label={t('Menu')}
            aria-expanded={!isCollapsed}
            title={isCollapsed ? t('Widen the menu') : t('Narrow the menu')}
            onClick={onCollapse}
          >
            <MenuOpen sx={{ transform: isCollapsed ? 'scaleX(-1)' : undefined }} />
          </IconButton>
        )}
      </div>
      <div className="screens">
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
                  aria-label={t('%{label} (new tab)', { label })}
                >
                  <Icon name={icon} />
                  {!isCollapsed && <span>{label}</span>}
                  {!isCollapsed && <OpenInNew aria-hidden className="out" />}
                </EntryAnchor>
              ),
          )}
        </SideMenu>
      </div>
      <div className="me">
        <Link
          to="/user-profile"
          onClick={onFollow}
          aria-label={t('User profile of %{name}', { name: user.name })}
          title={isCollapsed ? user.name : undefined}
          aria-current={pathname === '/user-profile' ? 'page' : undefined}
        >
          <span aria-hidden className="face">
            {user.pictureUrl ? <img src={user.pictureUrl} alt="" /> : initials(user.name)}
          </span>
          {!isCollapsed && (
            <span className="names">
              <b>{user.name}</b>
              <span>{user.email}</span>
            </span>
          )}
        </Link>
        <ColorSchemeSwitch />
      </div>
      <EntryButton
        type="button"
        aria-label={isCollapsed ? t('Logout') : undefined}
        title={isCollapsed ? t('Logout') : undefined}
        onClick={signOut}
      >
        <Logout aria-hidden />
        {!isCollapsed && <span>{t('Logout')}</span>}
      </EntryButton>
    </Panel>
  );
};
