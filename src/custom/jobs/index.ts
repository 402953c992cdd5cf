import { registerPanel } from '../register.ts';

registerPanel('job-result', () => import('./JobResult.tsx').then((module) => module.JobResult));
