import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import { useStore } from 'ra-core';
import { useId } from 'react';
import { Icon } from './icons.tsx';
import { EntryButton } from './entries.ts';
import { MenuLink } from './MenuLink.tsx';
import type { MenuSection } from './menuModel.ts';

interface MenuSectionListProps {
  section: MenuSection;
  /** Name of the entry whose screen is shown. */
  active?: string;
  isCollapsed: boolean;
  onFollow?: () => void;
}

/** The entries of one group, which folds when it has a name. */
export const MenuSectionList = ({ section, active, isCollapsed, onFollow }: MenuSectionListProps) => {
  const id = useId();
  const [isFolded, setFolded] = useStore(`menu.${section.id}.folded`, false);
  const isNamed = section.label !== undefined && !isCollapsed;
  const isOpen = !isNamed || !isFolded;
  return (
    <Box
      component="li"
      sx={{ '& + li': { mt: 0.5, ...(isCollapsed && { borderTop: 1, borderColor: 'divider', pt: 0.5 }) } }}
    >
      {isNamed && (
        <EntryButton
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setFolded(!isFolded)}
        >
          <Icon name={section.icon} />
          <span>{section.label}</span>
          <ExpandMore
            aria-hidden
            sx={{
              ml: 'auto',
              fontSize: 18,
              transition: 'transform 140ms',
              transform: isOpen ? 'none' : 'rotate(-90deg)',
            }}
          />
        </EntryButton>
      )}
      <Box component="ul" id={id} hidden={!isOpen} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {section.items.map((item) => (
          <Box component="li" key={item.name} sx={{ pl: isNamed ? 1.5 : 0, mt: '2px' }}>
            <MenuLink
              {...item}
              isActive={item.name === active}
              isCollapsed={isCollapsed}
              onFollow={onFollow}
            />
          </Box>
        ))}
      </Box>
    </Box>
  );
};
