import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useMay } from '../../authProvider/AccessContext.ts';
import { pathOf } from '../../resources/paths.ts';
import { entityByName } from '../../resources/product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Link to a channel that is not connected, for people who may connect it. */
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
