import { registerPanel } from '../register.ts';

registerPanel('audit-change', () => import('./AuditChange.tsx').then((module) => module.AuditChange));
registerPanel('audit-around', () => import('./AuditAround.tsx').then((module) => module.AuditAround));
