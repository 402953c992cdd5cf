import { registerPanel } from '../register.ts';

registerPanel('user-tags', () => import('./tagPanels.tsx').then((module) => module.UserTags));
registerPanel('custom-tags', () => import('./tagPanels.tsx').then((module) => module.CustomTags));
registerPanel('ticket-history', () => import('./TicketHistory.tsx').then((module) => module.TicketHistory));
registerPanel(
  'to-segment',
  () => import('./CreateSegmentButton.tsx').then((module) => module.CreateSegmentButton),
  {
    texts: false,
  },
);
registerPanel('conversation', () => import('./Conversation.tsx').then((module) => module.Conversation));
registerPanel('menu-seen', () => import('./VisibleMenu.tsx').then((module) => module.VisibleMenu));
