import Box from '@mui/material/Box';
import { useLocation } from 'react-router';
import { MenuSectionList } from './MenuSectionList.tsx';
import { type MenuSection, activeItem } from './menuModel.ts';

interface SideMenuProps {
  sections: MenuSection[];
  isCollapsed: boolean;
  /** Called when an entry is followed, to close a drawer. */
  onFollow?: () => void;
}

/** The product's screens that the person may see, in their groups. */
export const SideMenu = ({ sections, isCollapsed, onFollow }: SideMenuProps) => {
  const { pathname } = useLocation();
  const active = activeItem(sections, pathname)?.name;
  return (
    <Box component="nav" aria-label="Main menu">
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {sections.map((section) => (
          <MenuSectionList
            key={section.id}
            section={section}
            active={active}
            isCollapsed={isCollapsed}
            onFollow={onFollow}
          />
        ))}
      </Box>
    </Box>
  );
};
