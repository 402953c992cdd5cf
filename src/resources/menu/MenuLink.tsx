import { Icon } from './icons.tsx';
import { EntryLink } from './entries.ts';

interface MenuLinkProps {
  label: string;
  icon?: string;
  path: string;
  isActive: boolean;
  /** Only the icon is shown; the label is its tooltip. */
  isCollapsed: boolean;
  onFollow?: () => void;
}

export const MenuLink = ({ label, icon, path, isActive, isCollapsed, onFollow }: MenuLinkProps) => (
  <EntryLink
    to={path}
    onClick={onFollow}
    aria-current={isActive ? 'page' : undefined}
    aria-label={isCollapsed ? label : undefined}
    title={isCollapsed ? label : undefined}
  >
    <Icon name={icon} />
    {!isCollapsed && <span>{label}</span>}
  </EntryLink>
);
