import { CoreAdminContext } from 'react-admin';
import { Route, Routes } from 'react-router';
import { AccessGate } from './AccessGate.tsx';
import { EntityDefinitions } from './EntityDefinitions.tsx';
import { GROUP_PATHS, GroupRoot } from './GroupRoot.tsx';
import { UnknownPath, Home } from './Home.tsx';
import { LeaveConsole } from './LeaveConsole.tsx';
import { pageRoutes } from './pageRoutes.tsx';
import { SessionWatch } from './SessionWatch.tsx';
import { ErrorPage } from '../authProvider/pages/ErrorPage.tsx';
import { NotFoundPage } from '../authProvider/pages/NotFoundPage.tsx';
import { SIGN_IN_PATHS } from '../authProvider/redirect.ts';
import { ConsoleLayout } from '../layout/ConsoleLayout.tsx';
import { CHOOSER_PATH } from '../layout/landing.ts';
import { loadable } from '../ui/loadable.tsx';
import type { Providers } from './providers.ts';
import { entityRoutes, formRoutes } from './EntityResource.tsx';
import { product, screens } from '../resources/product.ts';

const ProductChooser = loadable(() =>
  import('../layout/ProductChooser.tsx').then((module) => module.ProductChooser),
);

/** The console: every entity's screens, the hand-written pages, and the layout around them. */
export const App = ({ access, ...providers }: Providers) => (
  <CoreAdminContext {...providers}>
    <SessionWatch refreshAccess={access.refresh} />
    <Routes>
      {SIGN_IN_PATHS.map((path) => (
        <Route key={path} path={path} element={<LeaveConsole />} />
      ))}
      <Route path="/error" element={<ErrorPage />} />
      <Route path="/404" element={<NotFoundPage />} />
      <Route
        path="*"
        element={
          <AccessGate load={access}>
            <EntityDefinitions>
              <ConsoleLayout>
                <Routes>
                  <Route path="/" element={<Home />} />
                  {screens.flatMap(entityRoutes)}
                  {product.forms.flatMap(formRoutes)}
                  {pageRoutes()}
                  {GROUP_PATHS.map((path) => (
                    <Route key={path} path={path} element={<GroupRoot path={path} />} />
                  ))}
                  <Route path={CHOOSER_PATH} element={<ProductChooser />} />
                  <Route path="*" element={<UnknownPath />} />
                </Routes>
              </ConsoleLayout>
            </EntityDefinitions>
          </AccessGate>
        }
      />
    </Routes>
  </CoreAdminContext>
);
