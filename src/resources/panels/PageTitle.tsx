import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { GuideButton } from './GuideButton.tsx';
import { phoneHeader } from '../../ui/phoneHeader.ts';
import { TEXT } from '../../theme/text.ts';

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  // The content starts at the same height as below other heads.
  margin: '0 0 12px',
  '& h1': { flex: 1, margin: 0, minWidth: 0, font: 'inherit', letterSpacing: 'inherit' },
  ...TEXT.title,
  fontWeight: 600,
  letterSpacing: '-0.012em',
  // Leaves room for the menu's handle where there is no header.
  [theme.breakpoints.between('sm', 'md')]: { 'header:empty + main &': { paddingLeft: 32, marginTop: -4 } },
  [theme.breakpoints.down('sm')]: phoneHeader,
}));

/** The heading of a page without a bar of its own. */
export const PageTitle = ({ children }: { children: ReactNode }) => (
  <Line data-page-title data-page-head>
    <h1>{children}</h1>
    <GuideButton />
  </Line>
);
