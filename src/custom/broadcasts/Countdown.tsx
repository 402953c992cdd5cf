import Alert from '@mui/material/Alert';
import { useEffect, useState } from 'react';
import { formatTime } from '../../../schemas/campaigns/formatTime.ts';
import { t } from '../../../schemas/texts/translate.ts';

const HOUR_MS = 3_600_000;

interface CountdownProps {
  /** ISO 8601. */
  at: string;
  /** What happens then. */
  what?: string;
  /** What can be done until then. */
  until?: string;
}

/** When the broadcast is sent; within the last hour with the remaining time. */
export function Countdown({ at, what = t('Goes out'), until = t('it can be cancelled') }: CountdownProps) {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Date.parse(at) - now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil(left / 1_000);
  const clock = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Alert severity="info" role="timer" aria-live="off" sx={{ mb: 2 }}>
      {t('%{what} %{at} (UTC+7:00)%{clock}. Until then %{until}.', {
        what,
        at: formatTime(at),
        clock: left < HOUR_MS ? t(', in %{clock}', { clock }) : '',
        until,
      })}
    </Alert>
  );
}
