import type { FastifyInstance } from 'fastify';
import type { Jobs } from '../jobs/index.ts';
import { ApiError } from '../plugins/errors.ts';
import type { Actions } from '../resources/actions.ts';
import type { Database } from '../storage/database.ts';

/** What people may do with the jobs that they see, and how they hear of theirs. */
export function registerJobs(app: FastifyInstance, actions: Actions, db: Database, jobs: Jobs): void {
  jobs.onFault((error) => app.log.error({ err: error }, 'background work failed'));
  jobs.onChange((by, change) => {
    app.publish('job.changed', change, { to: { user: by } }).catch((error: unknown) => app.log.error(error));
  });

  actions.register('job', 'dismiss', {
    on: 'record',
    operation: 'read',
    async run({ record, user }) {
      if (record?.['by'] !== user.id) throw new ApiError(403, 'FORBIDDEN', 'This job was started by another');
      await db.query(
        'UPDATE job_run SET dismissed_at = coalesce(dismissed_at, clock_timestamp()) WHERE id = $1::uuid',
        [record.id],
      );
      return { ...record, dismissed: true };
    },
  });
  actions.register('job', 'cancel', {
    on: 'record',
    operation: 'read',
    async run({ record }) {
      const done = record && (await db.transaction((tx) => jobs.cancelOne(tx, record.id)));
      if (!done) throw new ApiError(409, 'STALE', 'This job has ended already');
      return { ...record, state: 'cancelled' };
    },
  });
}
