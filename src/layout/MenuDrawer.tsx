import Drawer from '@mui/material/Drawer';
import { MenuPanel } from './MenuPanel.tsx';

/** The menu on a phone. */
export const MenuDrawer = ({ onClose }: { onClose: () => void }) => (
  <Drawer
    open
    onClose={onClose}
    slotProps={{ paper: { 'aria-label': 'Menu', sx: { width: 280, maxWidth: '85vw' } } }}
  >
    <MenuPanel isCollapsed={false} onFollow={onClose} />
  </Drawer>
);
