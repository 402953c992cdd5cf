import { registerPanel } from '../register.ts';

registerPanel('user-tags', () => import('./tagPanels.tsx').then((module) => module.UserTags));
registerPanel('custom-tags', () => import('./tagPanels.tsx').then((module) => module.CustomTags));
registerPanel('ticket-history', () => import('./TicketHistory.tsx').then((module) => module.TicketHistory));
registerPanel('to-segment', () => import('./ToSegment.tsx').then((module) => module.ToSegment), {
  texts: false,
});
registerPanel('conversation', () => import('./Conversation.tsx').then((module) => module.Conversation));
registerPanel('menu-seen', () => import('./MenuSeen.tsx').then((module) => module.MenuSeen));
