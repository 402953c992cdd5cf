import { ResourceContextProvider } from 'ra-core';
import { type ComponentType, type ReactNode, Suspense, lazy } from 'react';
import { Route } from 'react-router';
import { useMay } from '../authProvider/AccessContext.ts';
import { ScreenSkeleton } from '../layout/ScreenSkeleton.tsx';
import { Forbidden } from '../layout/Forbidden.tsx';
import { ScreenBoundary } from '../layout/ScreenBoundary.tsx';
import { type View, hasScreen, routeOf } from './paths.ts';
import type { ConsoleEntity } from './product.ts';

const loadList = () => import('./list/EntityList.tsx');
const EntityList = lazy(() => loadList().then((module) => ({ default: module.EntityList })));
const EntityCreate = lazy(() =>
  import('./form/EntityCreate.tsx').then((module) => ({ default: module.EntityCreate })),
);
const EntityEdit = lazy(() =>
  import('./form/EntityEdit.tsx').then((module) => ({ default: module.EntityEdit })),
);
const EntityShow = lazy(() =>
  import('./show/EntityShow.tsx').then((module) => ({ default: module.EntityShow })),
);

/** Starts loading the list, which most sessions begin with. */
export const preloadList = loadList;

const SCREENS: Record<Exclude<View, 'list'>, ComponentType> = {
  create: EntityCreate,
  edit: EntityEdit,
  show: EntityShow,
};

interface EntityScreenProps {
  model: ConsoleEntity;
  view: View;
}

/**
 * One view of an entity. A form that is a dialog stands before its list, which stays as it was when the dialog
 * closes: list and form are the same element to React.
 */
const EntityScreen = ({ model, view }: EntityScreenProps) => {
  const may = useMay();
  const action = view === 'edit' && !may(model.name, 'edit') ? 'show' : view;
  if (!may(model.name, action)) return <Forbidden />;

  const isOverList = model.form.as === 'dialog' && (view === 'create' || view === 'edit');
  const Screen = view === 'list' ? undefined : SCREENS[view];
  return (
    <ResourceContextProvider value={model.name}>
      {(view === 'list' || isOverList) && (
        <Part fallback={<ScreenSkeleton />}>
          <EntityList />
        </Part>
      )}
      {Screen && (
        <Part fallback={isOverList ? null : <ScreenSkeleton />}>
          <Screen />
        </Part>
      )}
    </ResourceContextProvider>
  );
};

const Part = ({ fallback, children }: { fallback: ReactNode; children: ReactNode }) => (
  <ScreenBoundary>
    <Suspense fallback={fallback}>{children}</Suspense>
  </ScreenBoundary>
);

/** The routes of an entity, exactly as its schema states them; none for one without screens. */
export const entityRoutes = (model: ConsoleEntity): ReactNode[] => {
  if (!hasScreen(model) || model.routes === false) return [];
  const views: View[] = ['list', 'create', 'edit', ...(model.routes.show ? (['show'] as const) : [])];
  return views.map((view) => (
    <Route
      key={`${model.name} ${view}`}
      path={routeOf(model, view)}
      element={<EntityScreen key={model.name} model={model} view={view} />}
    />
  ));
};
