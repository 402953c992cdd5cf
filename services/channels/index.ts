import type { DomainModule } from '../engine/modules/module.ts';
import { channelsModule } from './channels.ts';
import { facebookPagesModule } from './facebook/pages.ts';
import { apiKeysModule } from './apiKeys.ts';

/** Domain modules of channels. */
export const CHANNEL_MODULES: readonly DomainModule[] = [channelsModule, facebookPagesModule, apiKeysModule];
