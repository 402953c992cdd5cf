import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { MenuSectionList } from './MenuSectionList.tsx';
import { type MenuSection, activeItem } from './menuModel.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The groups that stand at the top, before what leads outside (docs/product.md). */
const FIRST = ['main', 'dashboard', 'audience'];

interface SideMenuProps {
  sections: MenuSection[];
  /** Further entries, which follow those of the first groups. */
  children?: ReactNode;
  isCollapsed: boolean;
  /** Called when an entry is followed, to close a drawer. */
  onFollow?: () => void;
}

/** The product's screens that the person may see, in their groups. */
export const SideMenu = ({ sections, children, isCollapsed, onFollow }: SideMenuProps) => {
  const { pathname } = useLocation();
  const active = activeItem(sections, pathname)?.name;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const draw = (section: MenuSection): ReactNode => (
    <MenuSectionList
      key={section.id}
      section={section}
      active={active}
      isCollapsed={isCollapsed}
      onFollow={onFollow}
    />
  );
  const first = sections.filter(({ id }) => FIRST.includes(id));
  const others = sections.filter(({ id }) => !FIRST.includes(id));
  return (
    <Box component="nav" aria-label={t('Main menu')}>
      <Box component="ul" ref={list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {first.map(draw)}
        <li>{children}</li>
        {others.map(draw)}
      </Box>
    </Box>
  );
};
