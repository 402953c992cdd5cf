import { CHANNEL_MODULES } from './channels/index.ts';
import { BOT_MODULES } from './chatbot/index.ts';
import { demoBotModule } from './demo/bot/module.ts';
import { demoModule } from './demo/module.ts';
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
import { recordsModule } from './records/module.ts';
import { storageModule } from './storage/module.ts';
import { userPoolModule } from './userPool/index.ts';
import { viewsModule } from './views/index.ts';

/** Everything that the services do beyond what the schemas say; tables are made in this order. */
export const MODULES: readonly DomainModule[] = [
  storageModule,
  jobsModule,
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
  ...CHANNEL_MODULES,
  ...BOT_MODULES,
  demoModule,
  demoBotModule,
];
