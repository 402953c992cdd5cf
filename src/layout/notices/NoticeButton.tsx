import Bell from '@mui/icons-material/NotificationsNoneOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { Hint } from '../../ui/Hint.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useBrowserNotices, useUnread } from './useNotices.ts';
import { t } from '../../../schemas/texts/translate.ts';

const NoticePanel = lazyComponent(() => import('./NoticePanel.tsx').then((it) => it.NoticePanel));

const Dot = styled('span')({
  display: 'block',
  width: 8,
  height: 8,
  borderRadius: 4,
  background: 'var(--accent)',
});

const formatLabel = (unread: number): string =>
  unread === 0 ? t('Notifications') : t('Notifications: %{unread} unread', { unread });

/** Badge of the menu button that shows that there are unread notices. */
export const NoticeMark = () => {
  const unread = useUnread();
  useBrowserNotices();
  return unread > 0 && <Dot role="img" aria-label={formatLabel(unread)} />;
};

/** Button with the number of unread notices that opens the list. */
export const NoticeButton = () => {
  const unread = useUnread();
  useBrowserNotices();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const label = formatLabel(unread);
  return (
    <>
      <Hint text={label}>
        <IconButton
          size="small"
          aria-label={label}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <Badge badgeContent={unread} max={99} color="primary">
            <Bell fontSize="small" />
          </Badge>
        </IconButton>
      </Hint>
      {anchor && <NoticePanel anchor={anchor} unread={unread} onClose={() => setAnchor(undefined)} />}
    </>
  );
};
