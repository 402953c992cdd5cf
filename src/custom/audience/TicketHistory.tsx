import Button from '@mui/material/Button';
import { useAccess } from '../../authProvider/AccessContext.ts';
import { config } from '../../dataProvider/config.ts';
import { StatePanel } from '../../resources/states/StatePanel.tsx';
import { t } from '../../../schemas/texts/translate.ts';

/** Tickets are stored by Live Chat, for which there is no adapter yet. */
export const TicketHistory = () => {
  const { products } = useAccess();
  const { livechatUrl } = config();
  return (
    <StatePanel
      title={t('No tickets')}
      text={t('Tickets appear here once a case handed over to Live Chat is closed.')}
    >
      {livechatUrl && 'livechat' in products ? (
        <Button variant="outlined" href={livechatUrl} target="_blank" rel="noreferrer">
          {t('Open Live Chat')}
        </Button>
      ) : null}
    </StatePanel>
  );
};
