import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, ResourceContextProvider, testDataProvider } from 'react-admin';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import type { Access } from '../../../authProvider/access.ts';
import { AccessProvider } from '../../../authProvider/AccessContext.ts';
import { Notifications } from '../../../ui/Notifications.tsx';
import { createTestRouter } from '../../../routing/testRouter.tsx';
import { EntityList } from '../../list/EntityList.tsx';
import { modelNamed } from '../../product.ts';
import { RecordForm, type RecordFormProps } from '../RecordForm.tsx';
import { SaveBar } from '../save/SaveBar.tsx';
import { loadForm } from '../useFormValidator.ts';

/** Renders an element in the console's router and react-admin's context, with Thai time and all rights. */
export function renderInConsole(
  element: ReactNode,
  {
    path = '/',
    at = path,
    routes = {},
    dataProvider = {},
    queryClient,
    access = everyRight,
  }: RenderOptions = {},
) {
  const user = userEvent.setup();
  const inContext = (node: ReactNode): ReactNode => (
    <CoreAdminContext dataProvider={testDataProvider(dataProvider)} queryClient={queryClient}>
      <AccessProvider value={access}>{node}</AccessProvider>
    </CoreAdminContext>
  );
  const screens = { [path]: element, ...routes };
  const router = createTestRouter(
    at,
    <Routes>
      {Object.entries(screens).map(([route, node]) => (
        <Route key={route} path={route} element={inContext(node)} />
      ))}
    </Routes>,
  );
  return { user, history: router.history, ...render(router.element) };
}

interface RenderOptions {
  /** Route of the element, and the address that is open. */
  path?: string;
  at?: string;
  /** Elements at other routes. */
  routes?: Record<string, ReactNode>;
  dataProvider?: object;
  queryClient?: QueryClient;
  access?: Access;
}

/** Renders the list of an entity at an address with its query. Failed requests are not retried. */
export function renderList(
  entity: string,
  at: string,
  options: Pick<RenderOptions, 'dataProvider' | 'access'>,
) {
  const [path] = at.split('?');
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const list = (
    <ResourceContextProvider value={entity}>
      <EntityList />
      <Notifications />
    </ResourceContextProvider>
  );
  return renderInConsole(list, { path, at, queryClient, ...options });
}

const NAMES = [
  'template',
  'variable',
  'entity',
  'intent',
  'mapper',
  'team',
  'member',
  'channel',
  'item',
  'order',
  'profile',
  'rich-menu',
  'rich-menu-link',
  'segment',
  'message',
  'report',
  'campaign',
  'chat-ad',
];
export const everyRight: Access = {
  products: {
    chatbot: ['template', 'variable', 'entity', 'intent', 'mapper'],
    cim: ['team', 'member', 'channel'],
  },
  actions: NAMES.flatMap((name) =>
    ['read', 'create', 'update', 'delete', 'write'].map((operation) => `${name}:${operation}`),
  ),
  user: { id: 'u1', username: 'owner', name: 'Owner', email: '', roles: ['chatbot.admin'] },
};

/** Renders the bare form of an entity, or a form of `schemas/forms`, and collects the saved records. */
export async function renderRecordForm(
  entity: string,
  props: Partial<RecordFormProps> = {},
  dataProvider: object = {},
  access: Access = everyRight,
) {
  const check = await loadForm(entity);
  // Completed by `loadForm`.
  const model = modelNamed(entity);
  const saved: unknown[] = [];
  const form = (
    <RecordForm
      model={model}
      validator={check}
      mode="create"
      onSave={(record) => {
        saved.push(record);
        return Promise.resolve(undefined);
      }}
      {...props}
    >
      <SaveBar label="Save" onCancel={() => undefined} />
    </RecordForm>
  );
  return { saved, ...renderInConsole(form, { dataProvider, access }) };
}
