import { useNotificationContext } from 'ra-core';
import { Suspense, lazy, useState } from 'react';

const NotificationBar = lazy(() =>
  import('./NotificationBar.tsx').then((module) => ({ default: module.NotificationBar })),
);

/** What `useNotify` says; what shows it comes with the first notification. */
export const Notifications = () => {
  const { notifications } = useNotificationContext();
  const [isNeeded, setNeeded] = useState(false);
  if (notifications.length > 0 && !isNeeded) setNeeded(true);
  return <Suspense fallback={null}>{isNeeded && <NotificationBar />}</Suspense>;
};
