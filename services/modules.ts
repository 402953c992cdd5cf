import { CHANNEL_MODULES } from './channels/index.ts';
import { backupsModule } from './engine/backups/index.ts';
import { eventsModule } from './engine/builtIn/events.ts';
import { filesModule } from './engine/builtIn/files/module.ts';
import { jobsModule } from './engine/builtIn/jobs.ts';
import { mailModule } from './engine/builtIn/mail.ts';
import { noticesModule } from './engine/builtIn/notices.ts';
import { recordsModule } from './engine/builtIn/records.ts';
import { systemModule } from './engine/builtIn/system.ts';
import { storageModule } from './engine/builtIn/storage.ts';
import { userPoolModule } from './engine/builtIn/userPool.ts';
import { exchangeModule } from './engine/exchange/index.ts';
import { healthModule } from './engine/server/health.ts';
import { serverMetricsModule } from './engine/server/requestMetrics.ts';
import { idempotencyKeysModule } from './engine/server/idempotencyKeys.ts';
import { viewsModule } from './engine/views/index.ts';
import type { DomainModule } from './engine/modules/module.ts';
import { CAMPAIGN_MODULES } from './products/campaigns/index.ts';
import { chatAdsModule } from './products/chatAds/index.ts';
import { BOT_MODULES, webhookTestsModule } from './products/chatbot/index.ts';
import { CONVERSATION_MODULES } from './products/conversations/index.ts';
import { dashboardModule } from './products/dashboard/index.ts';
import { DEMO_MODULES } from './products/demo/index.ts';
import { friendsModule } from './products/friends/index.ts';
import { MANAGEMENT_MODULES } from './products/management/index.ts';
import { reportsModule } from './products/reports/index.ts';
import { RICH_MENU_MODULES } from './products/richMenus/index.ts';
import { segmentsModule } from './products/segments/index.ts';
import { webchatModule } from './products/webchat/index.ts';

/** All modules; their tables are created in this order. */
export const MODULES: readonly DomainModule[] = [
  storageModule,
  jobsModule,
  idempotencyKeysModule,
  filesModule,
  exchangeModule,
  recordsModule,
  viewsModule,
  eventsModule,
  mailModule,
  noticesModule,
  userPoolModule,
  healthModule,
  backupsModule,
  systemModule,
  serverMetricsModule,
  ...MANAGEMENT_MODULES,
  webhookTestsModule,
  ...CHANNEL_MODULES,
  webchatModule,
  ...BOT_MODULES,
  ...CONVERSATION_MODULES,
  segmentsModule,
  friendsModule,
  chatAdsModule,
  ...RICH_MENU_MODULES,
  ...CAMPAIGN_MODULES,
  reportsModule,
  dashboardModule,
  ...DEMO_MODULES,
];
