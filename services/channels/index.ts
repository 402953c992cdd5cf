import type { DomainModule } from '../engine/modules/module.ts';
import { channelsModule } from './channels.ts';
import { apiKeysModule } from './keys.ts';

/** What channels add to what follows from the schemas. */
export const CHANNEL_MODULES: readonly DomainModule[] = [channelsModule, apiKeysModule];
