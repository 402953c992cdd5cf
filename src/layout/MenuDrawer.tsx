import Drawer from '@mui/material/Drawer';
import { t } from '../../schemas/texts/translate.ts';
import { MenuPanel } from './MenuPanel.tsx';

interface MenuDrawerProps {
  onClose: () => void;
  onSearch: () => void;
}

/** The menu on a phone. */
export const MenuDrawer = ({ onClose, onSearch }: MenuDrawerProps) => (
  <Drawer
    open
    onClose={onClose}
    slotProps={{ paper: { 'aria-label': t('Menu'), sx: { width: 280, maxWidth: '85vw' } } }}
  >
    <MenuPanel isCollapsed={false} onFollow={onClose} onSearch={onSearch} />
  </Drawer>
);
