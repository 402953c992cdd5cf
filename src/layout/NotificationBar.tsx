import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';

/** How long a notification stays (docs/product.md). */
export const NOTIFICATION_MS = 5000;

const SEVERITY: Record<NotificationPayload['type'], 'info' | 'success' | 'warning' | 'error'> = {
  info: 'info',
  success: 'success',
  warning: 'warning',
  error: 'error',
};

/** Shows what `useNotify` says, one after the other. */
export const NotificationBar = () => {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  const [current, setCurrent] = useState<NotificationPayload>();
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (notifications.length > 0 && !current) {
      setCurrent(takeNotification() ?? undefined);
      setOpen(true);
    } else if (notifications.length > 0 && isOpen) {
      // The next one waits until this one has gone.
      setOpen(false);
    }
  }, [notifications, current, isOpen, takeNotification]);

  if (!current) return null;
  const { message, type, notificationOptions = {} } = current;
  const { messageArgs, autoHideDuration } = notificationOptions;
  return (
    <Snackbar
      open={isOpen}
      autoHideDuration={autoHideDuration === undefined ? NOTIFICATION_MS : autoHideDuration}
      disableWindowBlurListener
      onClose={(_, reason) => {
        if (reason !== 'clickaway') setOpen(false);
      }}
      slotProps={{ transition: { onExited: () => setCurrent(undefined) } }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    >
      <Alert
        severity={SEVERITY[type] ?? 'info'}
        variant="filled"
        role={type === 'error' || type === 'warning' ? 'alert' : 'status'}
        onClose={() => setOpen(false)}
      >
        {typeof message === 'string' ? translate(message, { _: message, ...messageArgs }) : message}
      </Alert>
    </Snackbar>
  );
};
