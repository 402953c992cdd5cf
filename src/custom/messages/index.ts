import { registerPanel } from '../register.ts';

registerPanel('phone-preview', () => import('./PhonePreview.tsx').then((module) => module.PhonePreview));
