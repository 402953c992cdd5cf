import type { DomainModule } from '../modules/module.ts';
import { FOUNDATION } from '../storage/migrations/foundation.ts';

/** What every entity's table stands on. */
export const storageModule = {
  name: FOUNDATION.name,
  migrations: FOUNDATION.migrations,
} satisfies DomainModule;
