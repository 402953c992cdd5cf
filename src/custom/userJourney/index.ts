import { registerPage } from '../register.ts';
import { t } from '../../../schemas/texts/translate.ts';

// Open to everybody who is signed in.
registerPage({
  name: 'user-journey',
  title: t('User journey'),
  pattern: '/dashboard/user-journey',
  guide: 'figures',
  menu: { group: 'dashboard', order: 20, label: t('User journey'), icon: 'journey' },
  load: () => import('./UserJourneyPage.tsx').then((module) => module.UserJourneyPage),
});
