import ArrowBack from '@mui/icons-material/ArrowBack';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { visuallyHidden } from './visuallyHidden.ts';
import { PHONE } from '../theme/tokens.ts';
import { TOUCH_TARGET } from '../theme/touch.ts';
import { t } from '../../schemas/texts/translate.ts';

const Way = styled('nav')({
  flex: 'none',
  '& a': {
    display: 'grid',
    placeItems: 'center',
    width: 32,
    height: 32,
    margin: '0 -4px 0 -8px',
    borderRadius: 6,
    color: 'var(--ink-2)',
  },
  '& a:hover': { color: 'var(--ink)', background: 'var(--hover)' },
  '& svg': { fontSize: 18 },
  '& span': visuallyHidden,
  // The icon is aligned with the content below.
  [PHONE]: { '& a': { width: TOUCH_TARGET, height: TOUCH_TARGET, margin: '0 -3px 0 -13px' } },
});

/** The link to the parent page in the header of a screen, before its title. */
export const BackLink = ({ label, path }: { label: string; path: string }) => (
  <Way aria-label={t('Breadcrumbs')} data-way-back>
    <Link to={path} title={label}>
      <ArrowBack aria-hidden /> <span>{label}</span>
    </Link>
  </Way>
);
