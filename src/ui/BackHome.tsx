import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { t } from '../../schemas/texts/translate.ts';

/** @param isPrimary it is what to do now, with nothing else beside it */
export const BackHome = ({ isPrimary = false }: { isPrimary?: boolean }) => (
  <Button component={Link} to="/" variant={isPrimary ? 'contained' : 'outlined'}>
    {t('Back to home')}
  </Button>
);
