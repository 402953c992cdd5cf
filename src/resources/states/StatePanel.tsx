import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

const Panel = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  padding: '64px 16px',
  textAlign: 'center',
});
const Buttons = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  justifyContent: 'center',
  marginTop: 12,
});

interface StatePanelProps {
  title: string;
  text?: string;
  /** What to do now. */
  children?: ReactNode;
  /** Spoken at once by screen readers: something failed. */
  alert?: boolean;
}

/** In the place of content: what is the matter, and what to do now. */
export const StatePanel = ({ title, text, children, alert = false }: StatePanelProps) => (
  <Panel role={alert ? 'alert' : undefined}>
    <Typography component="h2" sx={{ fontSize: 16, fontWeight: 600 }}>
      {title}
    </Typography>
    {text && (
      <Typography variant="body2" color="text.secondary" sx={{ maxWidth: 440 }}>
        {text}
      </Typography>
    )}
    {children && <Buttons>{children}</Buttons>}
  </Panel>
);
