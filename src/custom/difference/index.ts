import { registerPanel } from '../register.ts';

registerPanel('record-difference', () =>
  import('./RecordDifference.tsx').then((module) => module.RecordDifferencePanel),
);
