import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Heading = styled('h1')(({ theme }) => ({
  margin: '0 0 16px',
  fontSize: 20,
  lineHeight: '32px',
  fontWeight: 600,
  letterSpacing: '-0.012em',
  // Beside the menu's handle, which covers what it lies on, where nothing else stands there.
  [theme.breakpoints.down('md')]: { 'header:empty + main &': { paddingLeft: 32 } },
}));

/** The heading of a page without a bar of its own. */
export const PageTitle = ({ children }: { children: ReactNode }) => (
  <Heading data-page-title>{children}</Heading>
);
