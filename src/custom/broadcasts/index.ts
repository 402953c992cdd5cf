import { registerFieldType, registerPanel } from '../register.ts';

registerFieldType({ name: 'people-list', editor: () => import('./PeopleEditor.tsx') });
registerPanel('broadcast-places', () => import('./SlotsPanel.tsx').then((module) => module.SlotsPanel));
registerPanel('broadcast-reach', () => import('./ReachPanel.tsx').then((module) => module.ReachPanel));
registerPanel('broadcast-status', () => import('./StatusPanel.tsx').then((module) => module.StatusPanel));
registerPanel('broadcast-time-line', () =>
  import('./TimeLinePanel.tsx').then((module) => module.TimeLinePanel),
);
registerPanel('broadcast-outbox', () => import('./OutboxPanel.tsx').then((module) => module.OutboxPanel));
