import Button from '@mui/material/Button';
import { useAccess } from '../../authProvider/AccessContext.ts';
import { config } from '../../config.ts';
import { StatePanel } from '../../resources/states/StatePanel.tsx';

/** Tickets are kept by Live Chat, of which this workspace has no adapter yet. */
export const TicketHistory = () => {
  const { products } = useAccess();
  const { livechatUrl } = config();
  return (
    <StatePanel title="No tickets" text="Tickets appear here once a case handed over to Live Chat is closed.">
      {livechatUrl && 'livechat' in products ? (
        <Button variant="outlined" href={livechatUrl} target="_blank" rel="noreferrer">
          Open Live Chat
        </Button>
      ) : null}
    </StatePanel>
  );
};
