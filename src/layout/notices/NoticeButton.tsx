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

const labelOf = (unread: number): string =>
  unread === 0 ? t('Notifications') : t('Notifications: %{unread} unread', { unread });

/** That there is something unread, where the bell is not seen. */
export const NoticeMark = () => {
  const unread = useUnread();
  useBrowserNotices();
  return unread > 0 && <Dot role="img" aria-label={labelOf(unread)} />;
};

/** The bell with how many are unread, and the way to them. */
export const NoticeButton = () => {
  const unread = useUnread();
  useBrowserNotices();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const label = labelOf(unread);
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
