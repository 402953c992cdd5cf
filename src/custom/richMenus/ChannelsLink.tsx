import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Line = styled('p')({
  margin: 0,
  padding: '0 var(--edge) 8px',
  ...TEXT.small,
  color: 'var(--ink-3)',
  '& a': { color: 'var(--accent-text)' },
});

/** Link from the menus to the channels that show them. */
export const ChannelsLink = () => (
  <Line>
    {t('People see a rich menu once it is on a channel:')}{' '}
    <Link to="/richmenu/management">{t('Rich menu management')}</Link>
  </Line>
);
