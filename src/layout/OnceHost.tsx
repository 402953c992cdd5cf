import { dropOnce, useOnce } from './once.ts';
import { part } from './part.tsx';

const OnceDialog = part(() => import('./OnceDialog.tsx').then((it) => it.OnceDialog), { quiet: true });

/** Stands in the frame and shows what is said only once, over whatever screen there is by then. */
export const OnceHost = () => {
  const once = useOnce();
  if (!once) return null;
  return <OnceDialog {...once} key={once.value} onClose={dropOnce} />;
};
