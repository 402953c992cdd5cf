import { databaseNow } from '../jobs/index.ts';
import type { DomainModule } from '../modules/module.ts';
import { backfillRollups, isBackfilling } from '../storage/events/backfillRollups.ts';
import { packValues } from '../storage/events/packValues.ts';
import { retainEvents, type RetentionResult } from '../storage/events/retain.ts';

const FILL_ROLLUPS_JOB = 'events.fill';
const PACK_VALUES_JOB = 'events.pack';

/** What becomes of events by themselves: months are made and dropped, and new roll-ups are counted. */
export const eventsModule = {
  name: 'events',
  jobs: {
    'events.retain': {
      label: 'Removal of old events',
      tells: true,
      timeout: '1h',
      concurrency: 1,
      async run({ signal }, { db, services }) {
        const now = (await databaseNow(db)).getTime();
        const told: string[] = [];
        for (const model of services().catalog.product.entities)
          if (model.events)
            told.push(...retentionOutcome(model.plural, await retainEvents(db, model, now, signal)));
        return told.length > 0 ? { text: `${told.join('; ')}.` } : undefined;
      },
    },
    [FILL_ROLLUPS_JOB]: {
      label: 'Counting of events',
      timeout: '12h',
      concurrency: 1,
      async run({ signal, progress }, { db, services }) {
        const names: string[] = [];
        for (const model of services().catalog.product.entities) {
          if (!model.events || !(await isBackfilling(db, model))) continue;
          let done = 0;
          const onStretch = (from: string): void => progress(++done, 0, `${model.plural}, ${from}`);
          await backfillRollups(db, model, { signal, onStretch });
          names.push(model.plural);
        }
        return { text: `Counted: ${names.join(', ') || 'nothing was left'}.` };
      },
    },
    [PACK_VALUES_JOB]: {
      label: 'Packing of counts',
      timeout: '2h',
      concurrency: 1,
      async run({ signal }, { db, services }) {
        const now = (await databaseNow(db)).getTime();
        for (const model of services().catalog.product.entities)
          if (model.events) await packValues(db, model, { signal, now });
      },
    },
  },
  schedules: { 'events.retain': { daily: '03:10' }, [PACK_VALUES_JOB]: { everyMinutes: 15 } },
  async start({ db, jobs, services }) {
    for (const model of services().catalog.product.entities) {
      if (!model.events || !(await isBackfilling(db, model))) continue;
      await jobs.enqueue(
        db,
        FILL_ROLLUPS_JOB,
        {},
        { key: FILL_ROLLUPS_JOB, title: 'Counting events for new roll-ups' },
      );
    }
  },
} satisfies DomainModule;

function retentionOutcome(plural: string, { months, counts }: RetentionResult): string[] {
  const dropped = months.length > 0 ? [`${plural} of ${months.join(', ')} were dropped`] : [];
  return [...dropped, ...(counts > 0 ? [`${counts.toLocaleString('en-US')} old counts of ${plural}`] : [])];
}
