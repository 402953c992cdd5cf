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

/** Preloads the list, which most sessions start with. */
export const preloadList = EntityList.preload;

const SCREENS: Record<Exclude<View, 'list'>, Loadable<object>> = {
  create: EntityCreate,
  edit: EntityEdit,
  show: EntityShow,
};

/** The screen that a row of a list opens, with the code of its form; undefined where rows open nothing. */
const findRowScreen = (model: ConsoleEntity): Pick<Loadable<object>, 'preload'> | undefined => {
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
 * One view of an entity. A form in a dialog is rendered over its list, which is unchanged when the dialog closes: list and
 * form are the same element to React.
 */
const EntityScreen = ({ model: whole, view }: EntityScreenProps) => {
  const may = useMay();
  const params = useParams();
  const model = withinParent(whole, whole.parent && params[whole.parent.field]);
  const next = useMemo(() => findRowScreen(whole), [whole]);
  if (!mayOpen(may, model, view)) return <Forbidden />;
  const isDialog = opensInDialog(model.form, view);
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
      {(view === 'list' || isDialog) && (
        <ScreenBoundary>
          <EntityList nextScreen={next} fallback={<ScreenSkeleton />} />
        </ScreenBoundary>
      )}
      {Screen && (
        <ScreenBoundary>
          <Screen fallback={isDialog ? null : <ScreenSkeleton />} />
        </ScreenBoundary>
      )}
    </ResourceContextProvider>
  );
};

interface SingleScreenProps {
  /** An entity with one record. */
  entity: string;
  /** The form that the screen shows, where it is not all of the record. */
  part?: ConsoleForm;
}

/** Whether the form edits the person's own record, of an entity with many. */
const isOwn = (part: ConsoleForm | undefined): boolean => part !== undefined && part.tab?.of === undefined;

/** The screen of an entity with a single record, or of the person's own record. */
const SingleScreen = ({ entity, part }: SingleScreenProps) => {
  const may = useMay();
  // Everybody may open their own record.
  if (!isOwn(part) && !may(entity, 'show')) return <Forbidden />;
  return (
    <ResourceContextProvider value={entity}>
      <ScreenBoundary>
        <EntitySingle part={part} fallback={<ScreenSkeleton />} />
      </ScreenBoundary>
    </ResourceContextProvider>
  );
};

/** The routes of an entity, as in its schema; none for one without screens. */
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

/** The route of a form with its own screen: a tab beside a list, or the form of the person's own record. */
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
