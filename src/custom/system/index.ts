import { registerPage } from '../register.ts';

registerPage({
  name: 'system',
  title: 'System',
  pattern: '/system',
  access: ['cim.audit'],
  menu: { group: 'setting', order: 95, label: 'System', icon: 'system' },
  load: () => import('./SystemPage.tsx').then((module) => module.SystemPage),
});
