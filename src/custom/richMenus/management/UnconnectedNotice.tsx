import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { Link } from 'react-router';
import { channelLabelsThatCan } from '../../../../schemas/channels/registry.ts';
import type { RichMenuLink } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { useMay } from '../../../authProvider/AccessContext.ts';
import { pathOf } from '../../../resources/paths.ts';
import { entityByName } from '../../../resources/product.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Says once for all menus of a channel that nobody sees them, and where that is mended. */
export const UnconnectedNotice = () => {
  const { data } = useListContext<RichMenuLink & EntityRecord>();
  const may = useMay();
  const platform = channelLabelsThatCan('richMenus');
  const link = data?.find(({ lineState }) => lineState === 'unconnected');
  if (!link) return null;
  return (
    <Alert
      severity="warning"
      sx={{ m: '8px var(--edge)' }}
      action={
        may('channel', 'update') ? (
          <Button
            size="small"
            color="inherit"
            component={Link}
            to={pathOf(entityByName('channel'), 'edit', link.channel)}
          >
            {t('Connect')}
          </Button>
        ) : undefined
      }
    >
      {t('Not connected to %{platform}: nobody sees these menus until it is.', { platform })}
    </Alert>
  );
};
