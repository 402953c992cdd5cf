import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { MenuSectionList } from './MenuSectionList.tsx';
import { type MenuSection, findActiveItem } from './menuModel.ts';
import { findPageAt } from './pages.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Ids of the sections before the external links (docs/product.md). */
const LEADING_SECTIONS = ['main', 'dashboard', 'audience'];

interface SideMenuProps {
  sections: MenuSection[];
  /** Further entries after the leading sections. */
  children?: ReactNode;
  isCollapsed: boolean;
  /** Called when an entry is followed, to close a drawer. */
  onFollow?: () => void;
}

/** The side menu with the product's screens that the user may see. */
export const SideMenu = ({ sections, children, isCollapsed, onFollow }: SideMenuProps) => {
  const { pathname } = useLocation();
  const active = findActiveItem(sections, pathname)?.name ?? findPageAt(pathname)?.page.parentPage;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const renderSection = (section: MenuSection): ReactNode => (
    <MenuSectionList
      key={section.id}
      section={section}
      active={active}
      isCollapsed={isCollapsed}
      onFollow={onFollow}
    />
  );
  const first = sections.filter(({ id }) => LEADING_SECTIONS.includes(id));
  const others = sections.filter(({ id }) => !LEADING_SECTIONS.includes(id));
  return (
    <Box component="nav" aria-label={t('Main menu')}>
      <Box component="ul" ref={list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {first.map(renderSection)}
        <li>{children}</li>
        {others.map(renderSection)}
      </Box>
    </Box>
  );
};
