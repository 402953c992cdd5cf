import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface MessageScreenProps {
  title: string;
  children?: ReactNode;
  /** What can be done now. */
  actions?: ReactNode;
}

/** A screen that only says something: why there is nothing to see, and what to do now. */
export const MessageScreen = ({ title, children, actions }: MessageScreenProps) => (
  <Box sx={{ maxWidth: 480, py: { xs: 2, sm: 5 } }}>
    <Typography variant="h2" component="h1" gutterBottom>
      {title}
    </Typography>
    <Typography color="textSecondary">{children}</Typography>
    {actions && <Box sx={{ mt: 3, display: 'flex', gap: 1, flexWrap: 'wrap' }}>{actions}</Box>}
  </Box>
);
