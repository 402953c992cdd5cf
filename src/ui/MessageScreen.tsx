import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface MessageScreenProps {
  title: string;
  /** A sign of the matter, above it. */
  icon?: ReactNode;
  children?: ReactNode;
  /** What can be done now. */
  actions?: ReactNode;
}

/** A screen that only says something: why there is nothing to see, and what to do now. */
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
