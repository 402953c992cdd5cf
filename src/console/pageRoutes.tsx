import type { ReactNode } from 'react';
import { Route } from 'react-router';
import { useAccess } from '../authProvider/AccessContext.ts';
import { mayOpenPage, type Page, registeredPages } from '../resources/menu/pages.ts';
import { withTexts } from '../i18n/i18nProvider.ts';
import { Forbidden } from '../layout/Forbidden.tsx';
import { type Loadable, loadable } from '../ui/loadable.tsx';
import { LeavePromptContext } from '../routing/leavePrompt.ts';
import { ScreenBoundary } from '../ui/ScreenBoundary.tsx';
import { ScreenSkeleton } from '../layout/ScreenSkeleton.tsx';

interface PageScreenProps {
  page: Page;
  screen: Loadable<object>;
}

const PageScreen = ({ page, screen: Screen }: PageScreenProps) => {
  const access = useAccess();
  if (!mayOpenPage(access, page)) return <Forbidden />;
  return (
    <LeavePromptContext value={page.leavePrompt}>
      <ScreenBoundary>
        <Screen fallback={<ScreenSkeleton />} />
      </ScreenBoundary>
    </LeavePromptContext>
  );
};

const screens = new Map<string, Loadable<object>>();
const loadScreen = ({ name, load }: Page): Loadable<object> => {
  const screen = screens.get(name) ?? loadable(withTexts(load));
  screens.set(name, screen);
  return screen;
};

/** Routes of the hand-written pages. */
export const pageRoutes = (): ReactNode[] =>
  registeredPages().map((page) => (
    <Route
      key={page.name}
      path={page.pattern}
      element={<PageScreen key={page.name} page={page} screen={loadScreen(page)} />}
    />
  ));
