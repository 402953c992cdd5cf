import { registerPage } from '../register.ts';
import { t } from '../../../schemas/texts/translate.ts';

registerPage({
  name: 'user-profile',
  title: t('User profile'),
  pattern: '/user-profile',
  load: () => import('./UserProfilePage.tsx').then((module) => module.UserProfilePage),
});
