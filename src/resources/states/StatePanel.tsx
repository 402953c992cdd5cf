import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { TEXT } from '../../theme/text.ts';

const Panel = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 4,
  maxWidth: 400,
  padding: '32px var(--edge)',
  '&[data-in-place]': { paddingInline: 0 },
  '& > p': { margin: 0, ...TEXT.body, color: 'var(--ink-2)', overflowWrap: 'anywhere' },
  '& > svg': { fontSize: 20, marginBottom: 8, color: 'var(--ink-2)' },
  '&[role=alert] > svg': { color: 'var(--danger-dot)' },
});
const Buttons = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  marginTop: 12,
});

interface StatePanelProps {
  title: string;
  text?: string;
  /** An icon above the title; failures have their own. */
  icon?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
  /** Without inline padding. */
  inPlace?: boolean;
  /** A failure, announced by screen readers. */
  alert?: boolean;
}

/** A message in place of content, with buttons for the next step. */
export const StatePanel = ({ title, text, icon, children, inPlace, alert = false }: StatePanelProps) => (
  <Panel data-state data-in-place={inPlace || undefined} role={alert ? 'alert' : undefined}>
    {alert ? <ErrorOutline aria-hidden /> : icon}
    <Typography component="h2" sx={{ ...TEXT.heading, fontWeight: 600 }}>
      {title}
    </Typography>
    {text && <p>{text}</p>}
    {children && <Buttons>{children}</Buttons>}
  </Panel>
);
