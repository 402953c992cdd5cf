import Close from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import { type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { Tone } from '../../schemas/model/types.ts';
import { t } from '../../schemas/texts/translate.ts';

/** Options of a notification beside its message. */
export interface NotificationOptions {
  messageArgs?: Record<string, unknown>;
  autoHideDuration?: number | null;
  /** The only action of the notification, such as undo; with `stays`, it is shown again after a later notification. */
  action?: { label: string; run: () => void; stays?: boolean };
}

/** Default duration of a notification (docs/product.md). */
const NOTIFICATION_MS = 5000;

const SEVERITY: Record<NotificationPayload['type'], 'info' | 'success' | 'warning' | 'error'> = {
  info: 'info',
  success: 'success',
  warning: 'warning',
  error: 'error',
};

/** A neutral surface; only the icon shows the severity by its colour. */
const toast = (tone: Tone) => ({
  '&&': {
    alignItems: 'center',
    minHeight: 40,
    padding: '4px 8px 4px 12px',
    border: '1px solid var(--frame)',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow-menu)',
  },
  '&&& .MuiAlert-icon': { color: `var(--${tone}-dot)` },
});

interface StayingNotification {
  notification: NotificationPayload;
  /** End of its duration, in milliseconds since the epoch. */
  until: number;
}

const doesStay = (notification: NotificationPayload | undefined): boolean =>
  (notification?.notificationOptions as NotificationOptions | undefined)?.action?.stays === true;

const withDuration = (notification: NotificationPayload, autoHideDuration: number): NotificationPayload => ({
  ...notification,
  notificationOptions: { ...notification.notificationOptions, autoHideDuration },
});

/** Calls `onLeave` when a person navigates to another screen after `notification`; not when the code navigates by itself. */
const useUserNavigation = (notification: NotificationPayload | undefined, onLeave: () => void): void => {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const wasPressed = useRef(false);
  useEffect(() => {
    wasPressed.current = false;
    const press = (): void => {
      wasPressed.current = true;
    };
    addEventListener('pointerdown', press, true);
    addEventListener('keydown', press, true);
    return () => {
      removeEventListener('pointerdown', press, true);
      removeEventListener('keydown', press, true);
    };
  }, [notification]);
  const lastPath = useRef(pathname);
  const onPathChange = useEffectEvent(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    if (notification === undefined) return;
    if (isBack || wasPressed.current) onLeave();
  });
  useEffect(() => onPathChange(), [pathname]);
};

/** Shows the notifications of `useNotify`, one after the other. */
export const NotificationBar = () => {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  const [current, setCurrent] = useState<NotificationPayload>();
  const [isOpen, setOpen] = useState(false);
  const [staying, setStaying] = useState<StayingNotification>();

  useEffect(() => {
    if (notifications.length > 0 && !current) {
      const next = takeNotification() ?? undefined;
      setCurrent(next);
      setOpen(true);
      // Only the last of several is shown again.
      const { action, autoHideDuration } = (next?.notificationOptions ?? {}) as NotificationOptions;
      if (next && action?.stays)
        setStaying({ notification: next, until: Date.now() + (autoHideDuration ?? 0) });
    } else if (notifications.length > 0 && isOpen) {
      // The next one is shown after this one has closed.
      setOpen(false);
    }
  }, [notifications, current, isOpen, takeNotification]);

  /** Shows the staying notification again for the rest of its duration, after the one that covered it has closed. */
  const showStaying = (): void => {
    const left = (staying?.until ?? 0) - Date.now();
    const isBack = staying !== undefined && left > 0 && notifications.length === 0;
    setCurrent(isBack ? withDuration(staying.notification, left) : undefined);
    setOpen(isBack);
  };
  /** Closed by a person or by its duration. */
  const end = (): void => {
    if (doesStay(current)) setStaying(undefined);
    setOpen(false);
  };

  // An action is offered on other screens too.
  useUserNavigation(current, () => {
    if (!(current?.notificationOptions as NotificationOptions | undefined)?.action) end();
  });

  if (!current) return null;
  const { message, type, notificationOptions = {} } = current;
  const { messageArgs, autoHideDuration, action } = notificationOptions as NotificationOptions;
  return (
    <Snackbar
      open={isOpen}
      autoHideDuration={autoHideDuration === undefined ? NOTIFICATION_MS : autoHideDuration}
      disableWindowBlurListener
      onClose={(_, reason) => {
        if (reason !== 'clickaway') end();
      }}
      slotProps={{ transition: { onExited: showStaying } }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      // At the edge of the content, not over the menu.
      sx={{
        left: { xs: 16, md: 'calc(var(--menu, 0px) + 24px)' },
        bottom: { xs: 16, md: 24 },
        right: 'auto',
      }}
    >
      <Alert
        severity={SEVERITY[type] ?? 'info'}
        variant="outlined"
        sx={toast(type === 'error' ? 'danger' : ((SEVERITY[type] as Tone | undefined) ?? 'info'))}
        role={type === 'error' || type === 'warning' ? 'alert' : 'status'}
        onClose={end}
        action={
          action && (
            <>
              <Button
                size="small"
                onClick={() => {
                  end();
                  action.run();
                }}
              >
                {action.label}
              </Button>
              <IconButton size="small" color="inherit" aria-label={t('Close')} onClick={end}>
                <Close fontSize="small" />
              </IconButton>
            </>
          )
        }
      >
        {typeof message === 'string' ? translate(message, { _: message, ...messageArgs }) : message}
      </Alert>
    </Snackbar>
  );
};
