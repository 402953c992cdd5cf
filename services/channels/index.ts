import type { DomainModule } from '../engine/modules/module.ts';
import { channelsModule } from './channels.ts';
import { facebookPagesModule } from './facebook/pages.ts';
import { apiKeysModule } from './apiKeys.ts';

/** What channels add to what follows from the schemas. */
export const CHANNEL_MODULES: readonly DomainModule[] = [channelsModule, facebookPagesModule, apiKeysModule];
