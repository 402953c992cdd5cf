import { registerPage } from '../register.ts';

// Open to whoever is signed in.
registerPage({
  name: 'dashboard-overview',
  title: 'Overview',
  pattern: '/dashboard/overview',
  guide: 'figures',
  menu: { group: 'dashboard', order: 10, label: 'Overview', icon: 'dashboard' },
  load: () => import('./OverviewPage.tsx').then((module) => module.OverviewPage),
});
