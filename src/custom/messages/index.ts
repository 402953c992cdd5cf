import { registerPanel, registerStarters } from '../register.ts';

const preview = () => import('./PhonePreview.tsx');

registerPanel('phone-preview', () => preview().then((module) => module.PhonePreview));
// Rendered with the code of the preview.
registerStarters('Flex', () => preview().then((module) => module.loadStarters()));
registerPanel('record-preview', () => import('./RecordPreview.tsx').then((module) => module.RecordPreview));
