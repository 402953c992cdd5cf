import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { sessionEndsAt } from '../authProvider/session.ts';
import { renewSession } from '../authProvider/userPool.ts';

/** How long before its end an idle session is warned of. */
const WARNING_MS = 5 * 60_000;
const CHECK_MS = 10_000;

const minutesLeft = (): number => Math.ceil((sessionEndsAt() - Date.now()) / 60_000);

/** Tells someone who has been away that the session is about to end, while it can still be kept. */
export const SessionWarning = () => {
  const [minutes, setMinutes] = useState(minutesLeft);
  useEffect(() => {
    const timer = setInterval(() => setMinutes(minutesLeft()), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  if (minutes * 60_000 > WARNING_MS || minutes <= 0) return null;
  const stay = (): void => {
    renewSession().then(
      () => setMinutes(minutesLeft()),
      () => setMinutes(minutesLeft()),
    );
  };
  return (
    <Box
      role="alert"
      sx={{
        px: 3,
        py: 1,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        borderBottom: 1,
        borderColor: 'divider',
        color: 'warning.main',
      }}
    >
      Your session ends in {minutes} {minutes === 1 ? 'minute' : 'minutes'}.
      <Button variant="outlined" onClick={stay}>
        Stay signed in
      </Button>
    </Box>
  );
};
