import { ResourceContextProvider } from 'react-admin';
import { type ReactNode, useMemo } from 'react';
import { Route, useParams } from 'react-router';
import { opensInDialog } from '../../schemas/model/opensInDialog.ts';
import { useMay } from '../authProvider/AccessContext.ts';
import { ScreenSkeleton } from '../layout/ScreenSkeleton.tsx';
import { Forbidden } from '../layout/Forbidden.tsx';
import { type Loadable, loadable } from '../ui/loadable.tsx';
import { ScreenBoundary } from '../ui/ScreenBoundary.tsx';
import { mayOpen } from '../resources/mayOpen.ts';
import { type View, hasScreen, routeOf, viewsOf } from '../resources/paths.ts';
import { type ConsoleEntity, type ConsoleForm, withinParent } from '../resources/product.ts';

const EntityList = loadable(() =>
  import('../resources/list/EntityList.tsx').then((module) => module.EntityList),
);
const SplitScreen = loadable(() =>
  import('../resources/list/SplitScreen.tsx').then((module) => module.SplitScreen),
);
const EntityCreate = loadable(() =>
  import('../resources/edit/EntityCreate.tsx').then((module) => module.EntityCreate),
);
const EntityEdit = loadable(() =>
  import('../resources/edit/EntityEdit.tsx').then((module) => module.EntityEdit),
);
const EntitySingle = loadable(() =>
  import('../resources/single/EntitySingle.tsx').then((module) => module.EntitySingle),
);
const EntityShow = loadable(() =>
  import('../resources/show/EntityShow.tsx').then((module) => module.EntityShow),
);

/** Starts loading the list, which most sessions begin with. */
export const preloadList = EntityList.preload;

const SCREENS: Record<Exclude<View, 'list'>, Loadable<object>> = {
  create: EntityCreate,
  edit: EntityEdit,
  show: EntityShow,
};

/** The screen that a row of a list opens, with all that its form is drawn with; none where rows open nothing. */
const screenOfRow = (model: ConsoleEntity): Pick<Loadable<object>, 'preload'> | undefined => {
  const view = (['show', 'edit'] as const).find((one) => viewsOf(model).includes(one));
  return (
    view && {
      async preload() {
        await SCREENS[view].preload();
        if (view === 'edit')
          await (await import('../resources/form/useFormValidator.ts')).loadForm(model.name);
      },
    }
  );
};

interface EntityScreenProps {
  model: ConsoleEntity;
  view: View;
}

/**
 * One view of an entity. A form that is a dialog stands before its list, which stays as it was when the dialog
 * closes: list and form are the same element to React.
 */
const EntityScreen = ({ model: whole, view }: EntityScreenProps) => {
  const may = useMay();
  const params = useParams();
  const model = withinParent(whole, whole.parent && params[whole.parent.field]);
  const next = useMemo(() => screenOfRow(whole), [whole]);
  if (!mayOpen(may, model, view)) return <Forbidden />;
  const isOver = opensInDialog(model.form, view);
  const Screen = view === 'list' ? undefined : SCREENS[view];
  if (model.list.layout === 'split') {
    return (
      <ResourceContextProvider value={model.name}>
        <ScreenBoundary>
          <SplitScreen fallback={<ScreenSkeleton />}>
            {Screen && (
              <ScreenBoundary>
                <Screen fallback={<ScreenSkeleton />} />
              </ScreenBoundary>
            )}
          </SplitScreen>
        </ScreenBoundary>
      </ResourceContextProvider>
    );
  }
  return (
    <ResourceContextProvider value={model.name}>
      {(view === 'list' || isOver) && (
        <ScreenBoundary>
          <EntityList next={next} fallback={<ScreenSkeleton />} />
        </ScreenBoundary>
      )}
      {Screen && (
        <ScreenBoundary>
          <Screen fallback={isOver ? null : <ScreenSkeleton />} />
        </ScreenBoundary>
      )}
    </ResourceContextProvider>
  );
};

interface SingleScreenProps {
  /** An entity with one record. */
  entity: string;
  /** The part of it that the screen shows, where that is not all. */
  part?: ConsoleForm;
}

/** Whether people change their own record by a form: of an entity that has many. */
const isOwn = (part: ConsoleForm | undefined): boolean => part !== undefined && part.tab?.of === undefined;

/** The screen of an entity that has one record, or of one's own among many. */
const SingleScreen = ({ entity, part }: SingleScreenProps) => {
  const may = useMay();
  // One's own record is there for everybody.
  if (!isOwn(part) && !may(entity, 'show')) return <Forbidden />;
  return (
    <ResourceContextProvider value={entity}>
      <ScreenBoundary>
        <EntitySingle part={part} fallback={<ScreenSkeleton />} />
      </ScreenBoundary>
    </ResourceContextProvider>
  );
};

/** The routes of an entity, exactly as its schema states them; none for one without screens. */
export const entityRoutes = (model: ConsoleEntity): ReactNode[] => {
  if (!hasScreen(model) || model.routes === false) return [];
  if (model.single) {
    return [
      <Route key={model.name} path={routeOf(model, 'list')} element={<SingleScreen entity={model.name} />} />,
    ];
  }
  return viewsOf(model).map((view) => (
    <Route
      key={`${model.name} ${view}`}
      path={routeOf(model, view)}
      element={<EntityScreen key={model.name} model={model} view={view} />}
    />
  ));
};

/** The route of a form that is a screen: a tab beside a list, or the form of one's own record. */
export const formRoutes = (form: ConsoleForm): ReactNode[] =>
  form.tab && form.of !== undefined
    ? [
        <Route
          key={`form ${form.name}`}
          path={form.tab.route}
          element={<SingleScreen entity={form.of} part={form} />}
        />,
      ]
    : [];
