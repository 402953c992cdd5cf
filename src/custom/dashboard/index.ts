import { registerPage } from '../register.ts';
import { t } from '../../../schemas/texts/translate.ts';

// Open to everybody who is signed in.
registerPage({
  name: 'dashboard-overview',
  title: t('Overview'),
  pattern: '/dashboard/overview',
  guide: 'figures',
  menu: { group: 'dashboard', order: 10, label: t('Overview'), icon: 'dashboard' },
  load: () => import('./OverviewPage.tsx').then((module) => module.OverviewPage),
});
