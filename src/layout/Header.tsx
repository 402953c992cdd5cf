import MenuIcon from '@mui/icons-material/Menu';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { HEADER_HEIGHT } from '../theme/tokens.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { JobTray } from './jobs/JobTray.tsx';
import { COMMAND_KEY } from './keys.ts';
import { ModeSwitch } from './ModeSwitch.tsx';
import { ProductSwitch } from './ProductSwitch.tsx';
import { UserMenu } from './UserMenu.tsx';

interface HeaderProps {
  onToggleMenu: () => void;
  isMenuOpen: boolean;
  onSearch: () => void;
}

export const Header = ({ onToggleMenu, isMenuOpen, onSearch }: HeaderProps) => (
  <Box
    component="header"
    sx={{
      position: 'sticky',
      top: 0,
      zIndex: 'appBar',
      height: HEADER_HEIGHT,
      display: 'flex',
      alignItems: 'center',
      gap: 0.5,
      px: { xs: 1, sm: 2 },
      bgcolor: 'background.paper',
      borderBottom: 1,
      borderColor: 'divider',
    }}
  >
    <IconButton aria-label="Menu" aria-expanded={isMenuOpen} onClick={onToggleMenu} sx={{ mr: 0.5 }}>
      <MenuIcon fontSize="small" />
    </IconButton>
    <Breadcrumbs />
    <Button
      variant="outlined"
      onClick={onSearch}
      startIcon={<Search />}
      aria-keyshortcuts="Meta+K Control+K"
      sx={{
        display: { xs: 'none', md: 'inline-flex' },
        width: 220,
        justifyContent: 'flex-start',
        color: 'text.secondary',
        fontWeight: 400,
        minHeight: 34,
        py: 0.5,
      }}
    >
      Search
      <Box
        component="kbd"
        aria-hidden
        sx={{ ml: 'auto', font: 'inherit', fontSize: 12, color: 'text.disabled' }}
      >
        {COMMAND_KEY}K
      </Box>
    </Button>
    <IconButton aria-label="Search" onClick={onSearch} sx={{ display: { md: 'none' } }}>
      <Search fontSize="small" />
    </IconButton>
    <JobTray />
    <ProductSwitch />
    <ModeSwitch />
    <UserMenu />
  </Box>
);
