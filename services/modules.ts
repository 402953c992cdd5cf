import { demoCampaignsModule } from './products/demo/campaigns.ts';
import { CAMPAIGN_MODULES } from './products/campaigns/index.ts';
import { chatAdsModule } from './products/chatAds/module.ts';
import { demoChatAdsModule } from './products/demo/chatAds.ts';
import { CHANNEL_MODULES } from './channels/index.ts';
import { BOT_MODULES } from './products/chatbot/index.ts';
import { CONVERSATION_MODULES } from './products/conversations/module.ts';
import { dashboardModule } from './products/dashboard/module.ts';
import { demoBotModule } from './products/demo/bot/module.ts';
import { demoMessageTemplatesModule } from './products/demo/messageTemplates.ts';
import { demoModule } from './products/demo/module.ts';
import { demoTrafficModule } from './products/demo/traffic/module.ts';
import type { DomainModule } from './engine/modules/module.ts';
import { eventsModule } from './engine/builtIn/events.ts';
import { exchangeModule } from './engine/exchange/index.ts';
import { filesModule } from './engine/builtIn/files/module.ts';
import { jobsModule } from './engine/builtIn/jobs.ts';
import { mailModule } from './engine/builtIn/mail.ts';
import { configModule } from './products/management/config.ts';
import { membersModule, teamsModule } from './products/management/members/index.ts';
import { networkModule } from './products/management/network.ts';
import { permissionsModule } from './products/management/permissions.ts';
import { signInLogModule } from './products/management/signInLog.ts';
import { healthModule } from './engine/server/health.ts';
import { requestKeysModule } from './engine/server/requestKeys.ts';
import { RICH_MENU_MODULES } from './products/richMenus/index.ts';
import { demoRichMenusModule } from './products/demo/richMenus.ts';
import { recordsModule } from './engine/builtIn/records.ts';
import { demoSegmentsModule } from './products/demo/segments.ts';
import { segmentsModule } from './products/segments/module.ts';
import { reportsModule } from './products/reports/module.ts';
import { storageModule } from './engine/builtIn/storage.ts';
import { userPoolModule } from './engine/builtIn/userPool.ts';
import { webhookTestsModule } from './products/chatbot/webhookTests.ts';
import { webchatModule } from './products/webchat/index.ts';
import { viewsModule } from './engine/views/index.ts';

/** Everything that the services do beyond what the schemas say; tables are made in this order. */
export const MODULES: readonly DomainModule[] = [
  storageModule,
  jobsModule,
  requestKeysModule,
  filesModule,
  exchangeModule,
  recordsModule,
  viewsModule,
  eventsModule,
  mailModule,
  userPoolModule,
  healthModule,
  configModule,
  permissionsModule,
  membersModule,
  teamsModule,
  signInLogModule,
  networkModule,
  webhookTestsModule,
  ...CHANNEL_MODULES,
  webchatModule,
  ...BOT_MODULES,
  ...CONVERSATION_MODULES,
  segmentsModule,
  chatAdsModule,
  ...RICH_MENU_MODULES,
  ...CAMPAIGN_MODULES,
  reportsModule,
  dashboardModule,
  demoModule,
  demoBotModule,
  demoMessageTemplatesModule,
  demoSegmentsModule,
  demoChatAdsModule,
  demoRichMenusModule,
  demoCampaignsModule,
  demoTrafficModule,
];
