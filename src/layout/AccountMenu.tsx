import Person from '@mui/icons-material/AccountCircleOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useAccess } from '../authProvider/AccessContext.ts';
import { useSignOut } from './useSignOut.ts';

/** Who is signed in, and the way out. */
export const AccountMenu = ({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) => {
  const { user } = useAccess();
  const signOut = useSignOut();
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {/* A menu holds menu items only; the button that opens it says whose account it is. */}
      <Box component="li" aria-hidden sx={{ px: 1.25, pt: 0.75, pb: 1, minWidth: 220 }}>
        <Typography variant="subtitle1" component="p" noWrap>
          {user.name}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {user.email}
        </Typography>
      </Box>
      <MenuItem component={Link} to="/user-profile" onClick={onClose}>
        <ListItemIcon>
          <Person fontSize="small" />
        </ListItemIcon>
        User profile
      </MenuItem>
      <MenuItem onClick={signOut}>
        <ListItemIcon>
          <Logout fontSize="small" />
        </ListItemIcon>
        Logout
      </MenuItem>
    </Menu>
  );
};
