import Button from '@mui/material/Button';
import { useAccess } from '../../authProvider/AccessContext.ts';
import { config } from '../../config.ts';
import { StatePanel } from '../../resources/states/StatePanel.tsx';

/** Tickets are kept by Live Chat, of which this workspace has no adapter yet. */
export const TicketHistory = () => {
  const { products } = useAccess();
  const { livechatUrl } = config();
  return (
    <StatePanel
      title="No tickets"
      text="When someone is handed to Live Chat and the case is closed there, its ticket stands here."
    >
      {livechatUrl && 'livechat' in products ? (
        <Button variant="outlined" href={livechatUrl} target="_blank" rel="noreferrer">
          Open Live Chat
        </Button>
      ) : null}
    </StatePanel>
  );
};
