import { databaseNow } from '../jobs/index.ts';
import type { DomainModule } from '../modules/module.ts';
import { backfillRollups, isBackfilling } from '../storage/events/backfillRollups.ts';
import { buildBitmaps } from '../storage/events/buildBitmaps.ts';
import { applyEventRetention, type RetentionResult } from '../storage/events/retain.ts';
import { storedList, storedNumber, storedText } from '../../../schemas/texts/stored.ts';
import { message } from '../../../schemas/texts/translate.ts';

const BACKFILL_JOB = 'events.fill';
const BITMAP_JOB = 'events.pack';

/** Maintenance of events: partitions, retention, and backfill of new roll-ups. */
export const eventsModule = {
  name: 'events',
  jobs: {
    'events.retain': {
      label: message('Removal of old events'),
      showsOutcome: true,
      timeout: '1h',
      concurrency: 1,
      async run({ signal }, { db, services }) {
        const now = (await databaseNow(db)).getTime();
        const outcomes: string[] = [];
        for (const model of services().catalog.product.entities)
          if (model.events)
            outcomes.push(
              ...describeRetention(model.plural, await applyEventRetention(db, model, now, signal)),
            );
        return outcomes.length > 0 ? { text: `${outcomes.join('; ')}.` } : undefined;
      },
    },
    [BACKFILL_JOB]: {
      label: message('Counting of events'),
      timeout: '12h',
      concurrency: 1,
      async run({ signal, progress }, { db, services }) {
        const names: string[] = [];
        for (const model of services().catalog.product.entities) {
          if (!model.events || !(await isBackfilling(db, model))) continue;
          let done = 0;
          const onRange = (from: string): void => progress(++done, 0, `${model.plural}, ${from}`);
          await backfillRollups(db, model, { signal, onRange });
          names.push(model.plural);
        }
        return {
          text: storedText('Counted: %{names}.', {
            names: names.join(', ') || storedText('nothing was left'),
          }),
        };
      },
    },
    [BITMAP_JOB]: {
      label: message('Packing of counts'),
      timeout: '2h',
      concurrency: 1,
      async run({ signal }, { db, services }) {
        const now = (await databaseNow(db)).getTime();
        for (const model of services().catalog.product.entities)
          if (model.events) await buildBitmaps(db, model, { signal, now });
      },
    },
  },
  schedules: { 'events.retain': { daily: '03:10' }, [BITMAP_JOB]: { everyMinutes: 15 } },
  async start({ db, jobs, services }) {
    for (const model of services().catalog.product.entities) {
      if (!model.events || !(await isBackfilling(db, model))) continue;
      await jobs.enqueue(
        db,
        BACKFILL_JOB,
        {},
        { key: BACKFILL_JOB, title: storedText('Counting events for new roll-ups') },
      );
    }
  },
} satisfies DomainModule;

function describeRetention(plural: string, { months, counts }: RetentionResult): string[] {
  const dropped = storedText('%{records} of %{months} were dropped', {
    records: plural,
    months: storedList(months),
  });
  const removed = storedText('%{count} old counts of %{records}', {
    count: storedNumber(counts),
    records: plural,
  });
  return [...(months.length > 0 ? [dropped] : []), ...(counts > 0 ? [removed] : [])];
}
