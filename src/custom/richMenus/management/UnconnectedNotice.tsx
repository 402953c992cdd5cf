import Alert from '@mui/material/Alert';
import { useListContext } from 'react-admin';
import { channelLabelsThatCan } from '../../../../schemas/channels/registry.ts';
import type { RichMenuLink } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { ConnectButton } from '../../channels/ConnectButton.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** Notice above the menus of a channel that is not connected, with a link to connect it. */
export const UnconnectedNotice = () => {
  const { data } = useListContext<RichMenuLink & EntityRecord>();
  const platform = channelLabelsThatCan('richMenus');
  const link = data?.find(({ lineState }) => lineState === 'unconnected');
  if (!link) return null;
  return (
    <Alert severity="warning" sx={{ m: '8px var(--edge)' }} action={<ConnectButton channel={link.channel} />}>
      {t('Not connected to %{platform}: nobody sees these menus until it is.', { platform })}
    </Alert>
  );
};
