import type { DomainModule } from '../domain/module.ts';
import { FOUNDATION } from './migrations/foundation.ts';

/** What every entity's table stands on. */
export const storageModule = {
  name: FOUNDATION.name,
  migrations: FOUNDATION.migrations,
} satisfies DomainModule;
