import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { t } from '../../schemas/texts/translate.ts';

export const BackHome = () => (
  <Button component={Link} to="/" variant="outlined">
    {t('Back to home')}
  </Button>
);
