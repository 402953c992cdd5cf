import type { DomainModule } from '../modules/module.ts';
import { ApiError } from '../http/errors.ts';
import { JOB_TABLES } from '../jobs/tables.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Actions on jobs, notifications of their progress, and their metrics. */
export const jobsModule = {
  name: JOB_TABLES.name,
  migrations: JOB_TABLES.migrations,
  entity: 'job',
  notifyEvents: ['done', 'failed'],
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
  metrics: {
    console_job_seconds: {
      type: 'histogram',
      help: 'Attempts at jobs by kind and outcome, and how long they took',
      labels: ['name', 'outcome'],
      buckets: [0.01, 0.1, 1, 10, 60, 600, 3600],
      panels: [
        {
          title: 'Jobs by outcome',
          query: 'sum by (name, outcome) (rate(console_job_seconds_count[5m]))',
          ...{ unit: 'ops', legend: '{{name}} {{outcome}}' },
        },
      ],
      alerts: [
        {
          name: 'JobsFail',
          expr: 'sum by (name) (increase(console_job_seconds_count{outcome="failed"}[15m])) > 5',
          ...{ for: '5m', severity: 'warning' },
          summary: 'Background work of one kind keeps failing',
        },
      ],
    },
    console_jobs: {
      type: 'gauge',
      help: 'Jobs that are due or running, by kind and state',
      labels: ['name', 'state'],
      panels: [
        {
          title: 'Jobs due and running',
          query: 'max by (name, state) (console_jobs)',
          ...{ unit: 'short', legend: '{{name}} {{state}}' },
        },
      ],
      read: async ({ db }) =>
        (
          await db.query<{ name: string; state: string; value: number }>(
            `SELECT name, CASE state WHEN 'waiting' THEN 'due' ELSE state END AS state, count(*)::int AS value
             FROM job_run WHERE state = 'running' OR state = 'waiting' AND due_at <= now() GROUP BY 1, 2`,
          )
        ).map(({ value, ...labels }) => ({ labels, value })),
    },
    console_jobs_oldest_due_seconds: {
      type: 'gauge',
      help: 'How long the job that has been due longest waits, by kind',
      labels: ['name'],
      panels: [
        {
          title: 'Longest wait of a job',
          query: 'max by (name) (console_jobs_oldest_due_seconds)',
          ...{ unit: 's', legend: '{{name}}' },
        },
      ],
      alerts: [
        {
          name: 'JobsWait',
          expr: 'max by (name) (console_jobs_oldest_due_seconds) > 300',
          ...{ for: '5m', severity: 'critical' },
          summary: 'Background work waits longer than five minutes',
        },
      ],
      read: async ({ db }) =>
        (
          await db.query<{ name: string; value: number }>(
            `SELECT name, extract(epoch FROM clock_timestamp() - min(due_at))::float8 AS value
             FROM job_run WHERE state = 'waiting' AND due_at <= now() GROUP BY name`,
          )
        ).map(({ name, value }) => ({ labels: { name }, value })),
    },
  },
  handlers: {
    dismiss: {
      on: 'record',
      operation: 'read',
      output: 'job',
      async run({ record, user, context: { db } }) {
        if (record?.['by'] !== user.id)
          throw new ApiError(403, 'FORBIDDEN', t('This job was started by another'));
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
        if (!done) throw new ApiError(409, 'STALE', t('This job has ended already'));
        return { ...record, state: 'cancelled' };
      },
    },
  },
  setup(_, { jobs, publish, onError }) {
    jobs.onError(onError);
    jobs.onChange((by, change) => {
      publish('job.changed', change, { to: { user: by } }).catch(onError);
    });
  },
} satisfies DomainModule;
