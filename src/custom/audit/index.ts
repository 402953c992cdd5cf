import { registerPanel } from '../register.ts';

registerPanel('audit-change', () => import('./AuditChange.tsx').then((module) => module.AuditChange));
