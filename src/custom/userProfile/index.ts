import { registerPanel } from '../register.ts';

registerPanel('own-notices', () => import('./NoticeSettings.tsx').then((module) => module.NoticeSettings));
registerPanel('own-password', () => import('./PasswordForm.tsx').then((module) => module.PasswordForm));
