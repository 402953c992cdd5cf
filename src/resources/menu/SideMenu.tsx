import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { MenuSectionList } from './MenuSectionList.tsx';
import { type MenuSection, activeItem } from './menuModel.ts';

/** The group whose entries stand at the top (docs/product.md). */
const FIRST = 'main';

interface SideMenuProps {
  sections: MenuSection[];
  /** Further entries, which follow those of the first group. */
  children?: ReactNode;
  isCollapsed: boolean;
  /** Called when an entry is followed, to close a drawer. */
  onFollow?: () => void;
}

/** The product's screens that the person may see, in their groups. */
export const SideMenu = ({ sections, children, isCollapsed, onFollow }: SideMenuProps) => {
  const { pathname } = useLocation();
  const active = activeItem(sections, pathname)?.name;
  const draw = (section: MenuSection): ReactNode => (
    <MenuSectionList
      key={section.id}
      section={section}
      active={active}
      isCollapsed={isCollapsed}
      onFollow={onFollow}
    />
  );
  const main = sections.filter(({ id }) => id === FIRST);
  const others = sections.filter(({ id }) => id !== FIRST);
  return (
    <Box component="nav" aria-label="Main menu">
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {main.map(draw)}
        <li>{children}</li>
        {others.map(draw)}
      </Box>
    </Box>
  );
};
