import { registerPanel } from '../register.ts';

registerPanel('keyword-trial', () => import('./KeywordTrial.tsx').then((module) => module.KeywordTrial));
