import type { DomainModule } from '../modules/module.ts';
import { deleteHistory } from '../storage/deleteHistory.ts';
import { FOUNDATION } from '../storage/migrations/foundation.ts';

/** What every entity's table stands on, and the removal of old changes. */
export const storageModule = {
  name: FOUNDATION.name,
  migrations: FOUNDATION.migrations,
  jobs: {
    'history.retain': {
      label: 'Removal of old changes',
      tells: true,
      timeout: '6h',
      concurrency: 1,
      async run({ signal }, { db, services, settings: { historyDays: days } }) {
        if (days === 0) return undefined;
        const count = await deleteHistory(db, services().catalog.product.entities, days, signal);
        return count > 0 ? { text: `${count.toLocaleString('en-US')} old changes were removed.` } : undefined;
      },
    },
  },
  schedules: { 'history.retain': { daily: '03:20' } },
} satisfies DomainModule;
