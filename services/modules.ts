import { demoCampaignsModule } from './campaigns/demo.ts';
import { CAMPAIGN_MODULES } from './campaigns/index.ts';
import { chatAdsModule } from './chatAds/module.ts';
import { demoChatAdsModule } from './chatAds/demo.ts';
import { CHANNEL_MODULES } from './channels/index.ts';
import { BOT_MODULES } from './chatbot/index.ts';
import { CONVERSATION_MODULES } from './conversations/module.ts';
import { dashboardModule } from './dashboard/module.ts';
import { demoBotModule } from './demo/bot/module.ts';
import { demoMessageTemplatesModule } from './demo/messageTemplates.ts';
import { demoModule } from './demo/module.ts';
import { demoTrafficModule } from './demo/traffic/module.ts';
import type { DomainModule } from './domain/module.ts';
import { eventsModule } from './events/module.ts';
import { exchangeModule } from './exchange/index.ts';
import { filesModule } from './files/index.ts';
import { jobsModule } from './jobs/index.ts';
import { mailModule } from './mail/mailJob.ts';
import { configModule } from './management/config.ts';
import { membersModule, teamsModule } from './management/members/index.ts';
import { networkModule } from './management/network.ts';
import { permissionsModule } from './management/permissions.ts';
import { signInLogModule } from './management/signInLog.ts';
import { healthModule } from './plugins/health.ts';
import { requestKeysModule } from './plugins/requestKeys.ts';
import { RICH_MENU_MODULES } from './richMenus/index.ts';
import { demoRichMenusModule } from './richMenus/demo.ts';
import { recordsModule } from './records/module.ts';
import { demoSegmentsModule } from './segments/demo.ts';
import { segmentsModule } from './segments/module.ts';
import { reportsModule } from './reports/module.ts';
import { storageModule } from './storage/module.ts';
import { userPoolModule } from './userPool/index.ts';
import { webhookTestsModule } from './webhooks/testWebhook.ts';
import { webchatModule } from './webchat/index.ts';
import { viewsModule } from './views/index.ts';

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
