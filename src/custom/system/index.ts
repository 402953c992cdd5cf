import { registerPage } from '../register.ts';
import { t } from '../../../schemas/texts/translate.ts';

registerPage({
  name: 'system',
  title: t('System'),
  pattern: '/system',
  access: ['cim.audit'],
  menu: { group: 'setting', order: 95, label: t('System'), icon: 'system' },
  load: () => import('./SystemPage.tsx').then((module) => module.SystemPage),
});
