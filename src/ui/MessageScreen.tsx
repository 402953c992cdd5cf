import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface MessageScreenProps {
  title: string;
  /** An icon above the title. */
  icon?: ReactNode;
  children?: ReactNode;
  /** Buttons and links. */
  actions?: ReactNode;
}

/** A screen with only a message: why there is no content, and what to do now. */
export const MessageScreen = ({ title, icon, children, actions }: MessageScreenProps) => (
  <Box
    data-message
    sx={{ maxWidth: 480, py: { xs: 2, sm: 5 }, '& > svg': { fontSize: 24, mb: 1, color: 'var(--ink-2)' } }}
  >
    {icon}
    <Typography variant="h2" component="h1" gutterBottom>
      {title}
    </Typography>
    <Typography color="textSecondary">{children}</Typography>
    {actions && <Box sx={{ mt: 3, display: 'flex', gap: 1, flexWrap: 'wrap' }}>{actions}</Box>}
  </Box>
);
