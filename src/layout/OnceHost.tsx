import { dropOnce, useOnce } from '../ui/once.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const OnceDialog = lazyComponent(() => import('./OnceDialog.tsx').then((it) => it.OnceDialog), {
  silent: true,
});

/** Stands in the frame and shows what is said only once, over whatever screen there is by then. */
export const OnceHost = () => {
  const once = useOnce();
  if (!once) return null;
  return <OnceDialog {...once} key={once.value} onClose={dropOnce} />;
};
