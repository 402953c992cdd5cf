import { Suspense, lazy } from 'react';
import { dropOnce, useOnce } from './once.ts';

const OnceDialog = lazy(() => import('./OnceDialog.tsx').then((module) => ({ default: module.OnceDialog })));

/** Stands in the frame and shows what is said only once, over whatever screen there is by then. */
export const OnceHost = () => {
  const once = useOnce();
  if (!once) return null;
  return (
    <Suspense fallback={null}>
      <OnceDialog {...once} key={once.value} onClose={dropOnce} />
    </Suspense>
  );
};
