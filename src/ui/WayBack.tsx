import ArrowBack from '@mui/icons-material/ArrowBack';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { visuallyHidden } from './visuallyHidden.ts';
import { PHONE } from '../theme/tokens.ts';
import { TARGET } from '../theme/touch.ts';
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
  // The sign begins where all else does.
  [PHONE]: { '& a': { width: TARGET, height: TARGET, margin: '0 -3px 0 -13px' } },
});

/** The way back in the head of a screen, before its title. */
export const WayBack = ({ label, path }: { label: string; path: string }) => (
  <Way aria-label={t('Breadcrumbs')} data-way-back>
    <Link to={path} title={label}>
      <ArrowBack aria-hidden /> <span>{label}</span>
    </Link>
  </Way>
);
