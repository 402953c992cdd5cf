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

/** What a notification is told beside its message. */
export interface NotificationOptions {
  messageArgs?: Record<string, unknown>;
  autoHideDuration?: number | null;
  /** The one thing that can be done about it, such as undoing it; where it `stays`, others are shown over it meanwhile. */
  action?: { label: string; run: () => void; stays?: boolean };
}

/** How long a notification stays (docs/product.md). */
const NOTIFICATION_MS = 5000;

const SEVERITY: Record<NotificationPayload['type'], 'info' | 'success' | 'warning' | 'error'> = {
  info: 'info',
  success: 'success',
  warning: 'warning',
  error: 'error',
};

/** A plain surface; only the icon says by its colour which kind it is. */
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

interface Staying {
  told: NotificationPayload;
  /** Milliseconds. */
  until: number;
}

const isStaying = (told: NotificationPayload | undefined): boolean =>
  (told?.notificationOptions as NotificationOptions | undefined)?.action?.stays === true;

const within = (told: NotificationPayload, autoHideDuration: number): NotificationPayload => ({
  ...told,
  notificationOptions: { ...told.notificationOptions, autoHideDuration },
});

/** Calls `leave` when a person, since `told`, went on to another screen; not where what was told leads there by itself. */
const useLeft = (told: NotificationPayload | undefined, leave: () => void): void => {
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
  }, [told]);
  const shown = useRef(pathname);
  const look = useEffectEvent(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (told === undefined) return;
    if (isBack || wasPressed.current) leave();
  });
  useEffect(() => look(), [pathname]);
};

/** Shows what `useNotify` says, one after the other. */
export const NotificationBar = () => {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  const [current, setCurrent] = useState<NotificationPayload>();
  const [isOpen, setOpen] = useState(false);
  const [staying, setStaying] = useState<Staying>();

  useEffect(() => {
    if (notifications.length > 0 && !current) {
      const next = takeNotification() ?? undefined;
      setCurrent(next);
      setOpen(true);
      // Of several the last stays.
      const { action, autoHideDuration } = (next?.notificationOptions ?? {}) as NotificationOptions;
      if (next && action?.stays) setStaying({ told: next, until: Date.now() + (autoHideDuration ?? 0) });
    } else if (notifications.length > 0 && isOpen) {
      // The next one waits until this one has gone.
      setOpen(false);
    }
  }, [notifications, current, isOpen, takeNotification]);

  /** What stays comes back once what was said over it has gone, for the rest of its time. */
  const showStaying = (): void => {
    const left = (staying?.until ?? 0) - Date.now();
    const isBack = staying !== undefined && left > 0 && notifications.length === 0;
    setCurrent(isBack ? within(staying.told, left) : undefined);
    setOpen(isBack);
  };
  /** Closed by a person, or its time is over. */
  const end = (): void => {
    if (isStaying(current)) setStaying(undefined);
    setOpen(false);
  };

  // What can still be done about it is offered on other screens too.
  useLeft(current, () => {
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
      // At the sheet's edge, not over the menu.
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
