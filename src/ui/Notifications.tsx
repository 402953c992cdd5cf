import { useNotificationContext } from 'react-admin';
import { useEffect, useState } from 'react';
import { withTexts } from '../i18n/i18nProvider.ts';
import { preloadWhenIdle } from './loadable.tsx';
import { lazyComponent } from './lazyComponent.tsx';

const NotificationBar = lazyComponent(
  withTexts(() => import('./NotificationBar.tsx').then((module) => module.NotificationBar)),
  { silent: true },
);

/** What `useNotify` says; what shows it comes ahead of the first notification, which may tell that there is no network. */
export const Notifications = () => {
  const { notifications } = useNotificationContext();
  const [isNeeded, setNeeded] = useState(false);
  if (notifications.length > 0 && !isNeeded) setNeeded(true);
  useEffect(() => preloadWhenIdle(NotificationBar), []);
  return isNeeded && <NotificationBar />;
};
