import ArrowBack from '@mui/icons-material/ArrowBack';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { TOUCH_TARGET } from '../theme/touch.ts';
import { t } from '../../schemas/texts/translate.ts';

const Way = styled('nav')(({ theme }) => ({
  minWidth: 0,
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minHeight: 32,
    color: 'var(--ink-2)',
    textDecoration: 'none',
    borderRadius: 4,
  },
  '& a:hover': { color: 'var(--ink)' },
  '& svg': { fontSize: 16 },
  // On the line of the title, as an icon only; with its label where the screen has no title there.
  [theme.breakpoints.down('sm')]: {
    '& a': { minHeight: TOUCH_TARGET, paddingLeft: 13 },
    '& svg': { fontSize: 18 },
    'header:has(+ main [data-page-head]) > &': {
      '& a': { width: TOUCH_TARGET, boxSizing: 'border-box', fontSize: 0 },
    },
  },
}));

/** The link to the parent list or page of a screen. */
export const Breadcrumbs = ({ label, path }: { label: string; path: string }) => (
  <Way aria-label={t('Breadcrumbs')} data-way-back>
    <Link to={path}>
      <ArrowBack aria-hidden /> {label}
    </Link>
  </Way>
);
