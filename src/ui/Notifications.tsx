import { useNotificationContext } from 'react-admin';
import { useEffect, useState } from 'react';
import { withTexts } from '../i18n/i18nProvider.ts';
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
  return isNeeded && <NotificationBar />;
};
