import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { t } from '../../schemas/texts/translate.ts';

/** @param isPrimary whether it is the main action, without others beside it */
export const BackHomeButton = ({ isPrimary = false }: { isPrimary?: boolean }) => (
  <Button component={Link} to="/" variant={isPrimary ? 'contained' : 'outlined'}>
    {t('Back to home')}
  </Button>
);
