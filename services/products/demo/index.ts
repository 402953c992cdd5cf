import type { DomainModule } from '../../engine/modules/module.ts';
import { demoAuditModule } from './audit.ts';
import { demoBotModule } from './bot.ts';
import { demoCampaignsModule } from './campaigns.ts';
import { demoFollowersModule } from './followers.ts';
import { demoChatAdsModule, demoMessageTemplatesModule, demoModule, demoSegmentsModule } from './module.ts';
import { demoPicturesModule } from './pictures.ts';
import { demoRichMenusModule } from './richMenus.ts';
import { demoTrafficModule } from './traffic/module.ts';

export { fillDemo, hasDemoSignIns, isEmpty } from './fill.ts';
export { DEMO_PASSWORD, FIRST_TIME_PASSWORD, FIRST_TIME_USERNAME } from './people.ts';

/** The rows of the demo workspace. */
export const DEMO_MODULES: readonly DomainModule[] = [
  demoModule,
  demoBotModule,
  demoMessageTemplatesModule,
  demoSegmentsModule,
  demoChatAdsModule,
  demoRichMenusModule,
  demoPicturesModule,
  demoCampaignsModule,
  demoFollowersModule,
  demoTrafficModule,
  demoAuditModule,
];
