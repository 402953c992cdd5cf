import Button from '@mui/material/Button';
import { Link } from 'react-router';

export const BackHome = () => (
  <Button component={Link} to="/" variant="outlined">
    Back to home
  </Button>
);
