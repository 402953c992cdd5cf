import { useNotificationContext, useNotify } from 'react-admin';
import { useEffect, useState } from 'react';
import { withTexts } from '../i18n/i18nProvider.ts';
import { t } from '../../schemas/texts/translate.ts';
import { preloadWhenIdle } from './loadable.tsx';
import { lazyComponent } from './lazyComponent.tsx';

const NotificationBar = lazyComponent(
  withTexts(() => import('./NotificationBar.tsx').then((module) => module.NotificationBar)),
  { silent: true },
);

/** Shows the notifications of `useNotify`. Its code is fetched early, since a notification may be that there is no network. */
export const Notifications = () => {
  const { notifications } = useNotificationContext();
  const [isNeeded, setNeeded] = useState(false);
  if (notifications.length > 0 && !isNeeded) setNeeded(true);
  useEffect(() => preloadWhenIdle(NotificationBar), []);
  const notify = useNotify();
  useEffect(() => {
    // Screens that are shown already look the same offline.
    const notifyOfConnection = ({ type }: Event): void =>
      type === 'offline'
        ? notify(t('You are offline. What you see may be out of date.'), {
            type: 'warning',
            autoHideDuration: null,
          })
        : notify(t('You are online again'), { type: 'success' });
    addEventListener('offline', notifyOfConnection);
    addEventListener('online', notifyOfConnection);
    return () => {
      removeEventListener('offline', notifyOfConnection);
      removeEventListener('online', notifyOfConnection);
    };
  }, [notify]);
  return isNeeded && <NotificationBar />;
};
