import Apps from '@mui/icons-material/AppsOutlined';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router';
import { Hint } from '../ui/Hint.tsx';
import { CHOOSER_PATH } from './landing.ts';
import { useProducts } from './useLandingContext.ts';
import { t } from '../../schemas/texts/translate.ts';

/** Link to the product chooser, for people with several products. */
export const ProductSwitch = () => {
  if (useProducts().length < 2) return null;
  return (
    <Hint text={t('Products')}>
      <IconButton size="small" component={Link} to={CHOOSER_PATH} aria-label={t('Products')}>
        <Apps fontSize="small" />
      </IconButton>
    </Hint>
  );
};
