import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useMay } from '../../authProvider/AccessContext.ts';
import { pathOf } from '../../resources/paths.ts';
import { entityByName } from '../../resources/product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The way from a notice that a channel is not connected to where it is, for whoever may connect it. */
export const ConnectButton = ({ channel }: { channel: string }) =>
  useMay()('channel', 'update') ? (
    <Button
      size="small"
      color="inherit"
      component={Link}
      to={pathOf(entityByName('channel'), 'edit', channel)}
    >
      {t('Connect')}
    </Button>
  ) : null;
