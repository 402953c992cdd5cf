import type { Report } from '../../../schemas/generated/types.ts';
import { MOST_PERIODS, periodsOf, usualStretch } from '../../../schemas/reports/timeframes.ts';
import type { Context, DomainModule } from '../../engine/modules/module.ts';
import { enqueueOnBehalf, onBehalf } from '../../engine/modules/onBehalf.ts';
import { ApiError, invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { create } from '../../engine/resources/operations.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { records } from '../../engine/resources/write/records.ts';
import { endReport, jobKey, REPORT_JOB, runReport, TRIES, UNEXPECTED, type ReportJob } from './generate.ts';
import { removeLeftovers } from './leftovers.ts';
import { REPORT_KINDS } from './kinds.ts';

const TEND = 'report.tend';
/** Reports that are looked after at a time. */
const BATCH = 100;

/** Reports: asked for, made in the background, had for some days. */
export const reportsModule = {
  name: 'reports',
  entity: 'report',
  hooks: (context) => ({
    async beforeCreate(write) {
      write.draft['by'] ??= write.user?.id;
      await complete(write);
    },
    async afterCreate(write, record) {
      const { user, tx } = write;
      if (!user) return;
      const report = record as unknown as Report;
      const data: ReportJob = { id: record.id };
      const where = { jobs: context.jobs, services: context.services(), tx };
      await enqueueOnBehalf(where, { user }, REPORT_JOB, data, {
        key: jobKey(record.id),
        title: `Report: ${REPORT_KINDS[report.type].title}`,
      });
    },
    async afterDelete({ tx, id, afterCommit }) {
      await context.jobs.cancel(tx, jobKey(id));
      afterCommit(() => removeLeftovers(context, id));
    },
  }),
  verbs: {
    generate: {
      on: 'list',
      operation: 'create',
      input: 'generate-report',
      output: 'report',
      async run({ input, user, context: { services } }) {
        const now = services();
        const caller = { user, rights: now.catalog.rights(user.roles) };
        return create(now, now.catalog.require('report'), caller, input);
      },
    },
  },
  jobs: {
    [REPORT_JOB]: {
      label: 'Report',
      run: onBehalf<ReportJob>(runReport),
      retry: TRIES,
      timeout: '2h',
      concurrency: 1,
    },
    [TEND]: { label: 'Reports', run: (_, context) => tend(context) },
  },
  schedules: { [TEND]: { everyMinutes: 5 } },
} satisfies DomainModule;

/** Judges what is asked for and fills in the time. @throws ApiError 422 by field */
async function complete({ draft, catalog, user, tx }: RecordWrite): Promise<void> {
  const report = draft as Partial<Report> & Pick<Report, 'type' | 'timeframe'>;
  const { type, timeframe, channels = [] } = report;
  const { entity, title } = REPORT_KINDS[type];
  if (!catalog.named(entity)) throw invalid({ '/type': `There are no ${title.toLowerCase()} yet` });
  if (user && !catalog.rights(user.roles).may(entity, 'read'))
    throw invalid({ '/type': `You may not see ${title.toLowerCase()}` });
  const now = new Date();
  const usual = timeframe === 'custom' ? undefined : usualStretch(timeframe, now);
  const from = report.startIsoStringDate ?? usual?.from ?? '';
  const to = report.endIsoStringDate ?? usual?.to ?? now.toISOString();
  if (!(Date.parse(from) < Date.parse(to)))
    throw invalid({ '/endIsoStringDate': 'End must be after the start' });
  if (timeframe !== 'custom' && periodsOf(timeframe, { from, to }).length > MOST_PERIODS)
    throw invalid({
      '/endIsoStringDate': `A report has at most ${MOST_PERIODS.toLocaleString('en-US')} rows by frequency: choose less time`,
    });
  const known = await catalog.typed('channel')?.within(tx).getMany(channels);
  const ids = new Set(known?.map(({ id }) => id));
  const strange = channels.findIndex((id) => !ids.has(id));
  if (strange >= 0) throw invalid({ [`/channels/${strange}`]: 'There is no such channel' });
  Object.assign(draft, { startIsoStringDate: from, endIsoStringDate: to });
}

/** Files that were kept long enough are gone; a report whose job was cancelled or given up says so. */
async function tend(context: Context): Promise<void> {
  const reports = context.services().catalog.typed('report');
  const over = { status: 'GENERATED', expiresAt: { lte: new Date().toISOString() } };
  for (const { id } of (await reports?.list({ take: BATCH, where: [over] })) ?? []) {
    try {
      const values = { exportedFileUrl: undefined };
      await records(context.services(), 'report', SYSTEM).transition(id, 'expire', values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  await removeLeftovers(context);
  const pending = (await reports?.list({ take: BATCH, where: [{ status: 'PENDING' }] })) ?? [];
  if (pending.length === 0) return;
  const alive = await context.db.query<{ key: string }>(
    `SELECT key FROM job_run WHERE name = $1 AND key = ANY($2::text[]) AND state IN ('waiting', 'running')`,
    [REPORT_JOB, pending.map(({ id }) => jobKey(id))],
  );
  const keys = new Set(alive.map(({ key }) => key));
  for (const { id } of pending)
    if (!keys.has(jobKey(id))) await endReport(context, id, 'fail', { failure: UNEXPECTED });
}
