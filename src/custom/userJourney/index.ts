import { registerPage } from '../register.ts';

// Open to whoever is signed in.
registerPage({
  name: 'user-journey',
  title: 'User journey',
  pattern: '/dashboard/user-journey',
  guide: 'figures',
  menu: { group: 'dashboard', order: 20, label: 'User journey', icon: 'journey' },
  load: () => import('./UserJourneyPage.tsx').then((module) => module.UserJourneyPage),
});
