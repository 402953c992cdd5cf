import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import { dateTimeText } from '../../resources/fields/date-time/index.tsx';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { AnchoredPopover } from '../../resources/panels/AnchoredPopover.tsx';
import { MoreButton } from '../../resources/states/MoreButton.tsx';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { type NoticeRecord, useNotices } from './useNotices.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  padding: '12px 16px 4px',
});

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: '0 8px 8px',
  '& button': {
    display: 'grid',
    gridTemplateColumns: '8px minmax(0, 1fr)',
    gap: '2px 10px',
    width: '100%',
    minHeight: 44,
    padding: '8px',
    border: 0,
    borderRadius: 6,
    background: 'none',
    font: 'inherit',
    ...TEXT.small,
    textAlign: 'left',
    color: 'var(--ink-2)',
    cursor: 'pointer',
  },
  '& button:hover': { background: 'var(--hover)' },
  '& button:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '& .dot': { width: 8, height: 8, marginTop: 6, borderRadius: 4 },
  '& .text': { overflowWrap: 'anywhere' },
  '& time': { gridColumn: 2, ...TEXT.caption, color: 'var(--ink-3)' },
  '& [data-unread]': { color: 'var(--ink)', fontWeight: 500 },
  '& [data-unread] .dot': { background: 'var(--accent)' },
  '& [data-unread] time': { fontWeight: 400 },
});

interface NoticePanelProps {
  anchor: HTMLElement;
  unread: number;
  onClose: () => void;
}

/** The person's notices: each opens its subject. */
export const NoticePanel = ({ anchor, unread, onClose }: NoticePanelProps) => {
  const { notices, mark, error, isPending, refetch, ...list } = useNotices();
  const navigate = useNavigate();
  const open = ({ id, state, link }: NoticeRecord): void => {
    if (state === 'unread') void mark(id);
    if (!link) return;
    onClose();
    void navigate(link);
  };
  return (
    <AnchoredPopover label={t('Notifications')} at="right" sx={{ width: 380 }} {...{ anchor, onClose }}>
      <Head>
        <Typography variant="subtitle1" component="h2">
          {t('Notifications')}
        </Typography>
        {unread > 0 && (
          <Button size="small" onClick={() => void mark(null)}>
            {t('Mark all as read')}
          </Button>
        )}
      </Head>
      {error && notices.length === 0 && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!isPending && !error && notices.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 2 }}>
          {t('Nothing yet. Approvals, broadcasts, channels and your own jobs are told here.')}
        </Typography>
      )}
      <List>
        {notices.map((one) => (
          <li key={one.id}>
            <button type="button" data-unread={one.state === 'unread' || undefined} onClick={() => open(one)}>
              <span
                className="dot"
                role="img"
                aria-label={one.state === 'unread' ? t('Unread') : t('Read')}
              />
              <span className="text">{one.text}</span>
              <time dateTime={one.createdAt} title={dateTimeText(one.createdAt)}>
                {relativeText(new Date(one.createdAt))}
              </time>
            </button>
          </li>
        ))}
      </List>
      <MoreButton query={{ ...list, error }} label={t('Show older')} margin="0 16px 8px" />
    </AnchoredPopover>
  );
};
