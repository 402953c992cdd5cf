import { type ReactNode, Suspense } from 'react';
import { Route } from 'react-router';
import { useAccess } from '../authProvider/AccessContext.ts';
import { mayEnter } from '../authProvider/access.ts';
import { type Page, registeredPages } from '../custom/register.ts';
import { Forbidden } from '../layout/Forbidden.tsx';
import { ScreenSkeleton } from '../layout/ScreenSkeleton.tsx';

const PageScreen = ({ component: Component, access: needed }: Page) => {
  const access = useAccess();
  if (needed && !mayEnter(access, needed)) return <Forbidden />;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Component />
    </Suspense>
  );
};

/** Routes of the hand-written pages. */
export const pageRoutes = (): ReactNode[] =>
  registeredPages().map((page) => (
    <Route key={page.name} path={page.path} element={<PageScreen {...page} />} />
  ));
