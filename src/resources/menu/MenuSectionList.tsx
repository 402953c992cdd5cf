import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import { useStore } from 'react-admin';
import { useId } from 'react';
import { GroupButton } from './entries.ts';
import { MenuLink } from './MenuLink.tsx';
import type { MenuSection } from './menuModel.ts';

interface MenuSectionListProps {
  section: MenuSection;
  /** Name of the active entry. */
  active?: string;
  isCollapsed: boolean;
  onFollow?: () => void;
}

/** The entries of one section, which is collapsible if it has a label. */
export const MenuSectionList = ({ section, active, isCollapsed, onFollow }: MenuSectionListProps) => {
  const id = useId();
  const [isFolded, setFolded] = useStore(`menu.${section.id}.folded`, false);
  const isNamed = section.label !== undefined && !isCollapsed;
  const isOpen = !isNamed || !isFolded;
  return (
    <Box
      component="li"
      data-named={isNamed || undefined}
      sx={
        isCollapsed
          ? { '& + li': { mt: 0.5, pt: 0.5, borderTop: '1px solid var(--frame)' } }
          : // Separates a section without a label from a labelled one before it.
            { '&[data-named] + li:not([data-named])': { mt: 1.25 } }
      }
    >
      {isNamed && (
        <GroupButton
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setFolded(!isFolded)}
        >
          <span>{section.label}</span>
          <ExpandMore
            aria-hidden
            sx={{
              fontSize: 16,
              transition: 'transform var(--slow)',
              transform: isOpen ? 'none' : 'rotate(-90deg)',
            }}
          />
        </GroupButton>
      )}
      <Box component="ul" id={id} hidden={!isOpen} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {section.items.map((item) => (
          <li key={item.name}>
            <MenuLink
              {...item}
              isActive={item.name === active}
              isCollapsed={isCollapsed}
              onFollow={onFollow}
            />
          </li>
        ))}
      </Box>
    </Box>
  );
};
