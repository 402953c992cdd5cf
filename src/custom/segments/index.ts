import { registerPanel } from '../register.ts';

registerPanel('segment-people', () => import('./SegmentPeople.tsx').then((module) => module.SegmentPeople));
