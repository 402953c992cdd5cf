import { registerPage } from '../register.ts';

registerPage({
  name: 'user-profile',
  title: 'User profile',
  pattern: '/user-profile',
  load: () => import('./UserProfilePage.tsx').then((module) => module.UserProfilePage),
});
