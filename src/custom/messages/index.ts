import { registerPanel, registerStarters } from '../register.ts';

registerPanel('phone-preview', () => import('./PhonePreview.tsx').then((module) => module.PhonePreview));
registerStarters('Flex', () => import('./flex/starters/index.tsx').then((module) => module.starterSet));
