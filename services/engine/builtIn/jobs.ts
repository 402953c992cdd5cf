import type { DomainModule } from '../modules/module.ts';
import { ApiError } from '../http/errors.ts';
import { JOB_TABLES } from '../jobs/tables.ts';

/** What people may do with the jobs that they see, and how they hear of theirs. */
export const jobsModule = {
  name: JOB_TABLES.name,
  migrations: JOB_TABLES.migrations,
  entity: 'job',
  events: {
    'job.changed': {
      description: 'To the person who started it: how far a job is, or what became of it.',
      json: {
        type: 'object',
        required: ['id', 'state'],
        properties: {
          id: { type: 'string' },
          state: { enum: ['waiting', 'running', 'done', 'failed', 'cancelled'] },
          done: { type: 'integer' },
          total: { type: 'integer' },
          note: { type: 'string' },
        },
      },
    },
  },
  verbs: {
    dismiss: {
      on: 'record',
      operation: 'read',
      output: 'job',
      async run({ record, user, context: { db } }) {
        if (record?.['by'] !== user.id)
          throw new ApiError(403, 'FORBIDDEN', 'This job was started by another');
        await db.query(
          'UPDATE job_run SET dismissed_at = coalesce(dismissed_at, clock_timestamp()) WHERE id = $1::uuid',
          [record.id],
        );
        return { ...record, dismissed: true };
      },
    },
    cancel: {
      on: 'record',
      operation: 'read',
      output: 'job',
      async run({ record, context: { db, jobs } }) {
        const done = record && (await db.transaction((tx) => jobs.cancelOne(tx, record.id)));
        if (!done) throw new ApiError(409, 'STALE', 'This job has ended already');
        return { ...record, state: 'cancelled' };
      },
    },
  },
  setup(_, { jobs, publish, onFault }) {
    jobs.onFault(onFault);
    jobs.onChange((by, change) => {
      publish('job.changed', change, { to: { user: by } }).catch(onFault);
    });
  },
} satisfies DomainModule;
