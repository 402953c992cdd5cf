import type { DomainModule } from '../../engine/modules/module.ts';
import { demoBotModule } from './bot/module.ts';
import { demoCampaignsModule } from './campaigns.ts';
import { demoChatAdsModule } from './chatAds.ts';
import { demoMessageTemplatesModule } from './messageTemplates.ts';
import { demoModule } from './module.ts';
import { demoRichMenusModule } from './richMenus.ts';
import { demoSegmentsModule } from './segments.ts';
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
  demoCampaignsModule,
  demoTrafficModule,
];
