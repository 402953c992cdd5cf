import type { DomainModule } from '../../engine/modules/module.ts';
import { chatOf } from '../../channels/webchat/chat.ts';
import { chatPage } from './page.ts';
import { allowEveryPage, chatRoutes } from './routes.ts';
import { WEBCHAT_TABLES } from '../../channels/webchat/tables.ts';
import { message } from '../../../schemas/texts/translate.ts';

/** The web chat: its routes for other sites, a page of its own, and its stored conversations. */
export const webchatModule = {
  name: 'webchat',
  migrations: WEBCHAT_TABLES,
  routes: { ...chatRoutes, 'GET /webchat/:channel': chatPage },
  setup: allowEveryPage,
  jobs: {
    'webchat.forget': {
      label: message('Forgetting of old web chats'),
      run: (_, { db }) => chatOf(db).sessions.deleteExpired(),
    },
  },
  schedules: { 'webchat.forget': { daily: '03:45' } },
  start: ({ db }) => chatOf(db).hub.start(),
} satisfies DomainModule;
