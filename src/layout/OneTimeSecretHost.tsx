import { dismissSecret, useCurrentSecret } from '../ui/oneTimeSecretQueue.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const OneTimeSecretDialog = lazyComponent(
  () => import('./OneTimeSecretDialog.tsx').then((it) => it.OneTimeSecretDialog),
  {
    silent: true,
  },
);

/** Shows one-time secrets over the current screen. */
export const OneTimeSecretHost = () => {
  const once = useCurrentSecret();
  if (!once) return null;
  return <OneTimeSecretDialog {...once} key={once.value} onClose={dismissSecret} />;
};
