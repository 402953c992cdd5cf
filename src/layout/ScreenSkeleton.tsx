import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useState } from 'react';
import { t } from '../../schemas/texts/translate.ts';

const ROWS = Array.from({ length: 10 }, (_, row) => row);
/** Nothing moves for a wait too short to notice. */
const PATIENCE_MS = 150;

/** The shape of a list while its code comes. */
export const ScreenSkeleton = () => {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box role="status" aria-label={t('Loading')} sx={{ visibility: isVisible ? 'visible' : 'hidden' }}>
      <Skeleton variant="text" width={180} sx={{ fontSize: 28, mb: 2 }} />
      <Skeleton variant="rounded" height={40} sx={{ mb: 2 }} />
      {ROWS.map((row) => (
        <Skeleton key={row} variant="rounded" height={36} sx={{ mb: 1 }} />
      ))}
    </Box>
  );
};
