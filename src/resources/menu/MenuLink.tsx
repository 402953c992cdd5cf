import type { Match } from '../../../schemas/model/types.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Icon } from './icons.tsx';
import { EntryLink } from './entries.ts';

// Loaded lazily, since most entries have no count.
const MenuCount = lazyComponent(() => import('./MenuCount.tsx').then((it) => it.MenuCount), { silent: true });

interface MenuLinkProps {
  name: string;
  label: string;
  icon?: string;
  path: string;
  /** Which records to count. */
  count?: Match;
  isActive: boolean;
  /** Shows only the icon, with the label as its tooltip. */
  isCollapsed: boolean;
  onFollow?: () => void;
}

export const MenuLink = ({
  name,
  label,
  icon,
  path,
  count,
  isActive,
  isCollapsed,
  onFollow,
}: MenuLinkProps) => (
  <EntryLink
    to={path}
    onClick={onFollow}
    aria-current={isActive ? 'page' : undefined}
    aria-label={isCollapsed ? label : undefined}
    title={isCollapsed ? label : undefined}
  >
    <Icon name={icon} />
    {!isCollapsed && <span>{label}</span>}
    {count && !isCollapsed && <MenuCount entity={name} where={count} />}
  </EntryLink>
);
