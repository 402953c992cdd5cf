import type { Report } from '../../../schemas/generated/types.ts';
import { MAX_PERIODS, splitIntoPeriods, defaultRange } from '../../../schemas/reports/timeframes.ts';
import type { Context, DomainModule } from '../../engine/modules/module.ts';
import { enqueueOnBehalf, onBehalf } from '../../engine/modules/onBehalf.ts';
import { ApiError, invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { create } from '../../engine/resources/operations.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { records } from '../../engine/resources/write/records.ts';
import {
  endReport,
  jobKey,
  REPORT_JOB,
  runReport,
  RETRIES,
  UNEXPECTED_FAILURE,
  type ReportJob,
} from './generate.ts';
import { removeLeftovers } from './leftovers.ts';
import { REPORT_KINDS } from './kinds.ts';
import { message, numberText, t } from '../../../schemas/texts/translate.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

const MAINTENANCE_JOB = 'report.tend';
const MAX_REPORTS_PER_RUN = 100;

/** Reports, made in the background and stored for some days. */
export const reportsModule = {
  name: 'reports',
  entity: 'report',
  hooks: (context) => ({
    async beforeCreate(write) {
      write.draft['by'] ??= write.user?.id;
      await completeDraft(write);
    },
    async afterCreate(write, record) {
      const { user, tx } = write;
      if (!user) return;
      const report = record as unknown as Report;
      const data: ReportJob = { id: record.id };
      const where = { jobs: context.jobs, services: context.services(), tx };
      await enqueueOnBehalf(where, { user }, REPORT_JOB, data, {
        key: jobKey(record.id),
        title: storedText('Report: %{title}', { title: storedText(REPORT_KINDS[report.type].title) }),
      });
    },
    async afterDelete({ tx, id, afterCommit }) {
      await context.jobs.cancel(tx, jobKey(id));
      afterCommit(() => removeLeftovers(context, id));
    },
  }),
  handlers: {
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
      label: message('Report'),
      run: onBehalf<ReportJob>(runReport),
      retry: RETRIES,
      timeout: '2h',
      concurrency: 1,
    },
    [MAINTENANCE_JOB]: { label: message('Reports'), run: (_, context) => maintainReports(context) },
  },
  schedules: { [MAINTENANCE_JOB]: { everyMinutes: 5 } },
} satisfies DomainModule;

/** Validates a requested report and fills in its range. @throws ApiError 422 by field */
async function completeDraft({ draft, catalog, user, tx }: RecordWrite): Promise<void> {
  const report = draft as Partial<Report> & Pick<Report, 'type' | 'timeframe'>;
  const { type, timeframe, channels = [] } = report;
  const { entity, title } = REPORT_KINDS[type];
  if (!catalog.find(entity))
    throw invalid({ '/type': t('There are no %{title} yet', { title: t(title).toLowerCase() }) });
  if (user && !catalog.rights(user.roles).may(entity, 'read'))
    throw invalid({ '/type': t('You may not see %{title}', { title: t(title).toLowerCase() }) });
  const now = new Date();
  const usual = timeframe === 'custom' ? undefined : defaultRange(timeframe, now);
  const from = report.startIsoStringDate ?? usual?.from ?? '';
  const to = report.endIsoStringDate ?? usual?.to ?? now.toISOString();
  if (!(Date.parse(from) < Date.parse(to)))
    throw invalid({ '/endIsoStringDate': t('End must be after the start') });
  if (timeframe !== 'custom' && splitIntoPeriods(timeframe, { from, to }).length > MAX_PERIODS)
    throw invalid({
      '/endIsoStringDate': t('A report has at most %{count} rows by frequency: choose less time', {
        count: numberText(MAX_PERIODS),
      }),
    });
  const known = await catalog.repository('channel')?.within(tx).getMany(channels);
  const ids = new Set(known?.map(({ id }) => id));
  const unknown = channels.findIndex((id) => !ids.has(id));
  if (unknown >= 0) throw invalid({ [`/channels/${unknown}`]: t('There is no such channel') });
  Object.assign(draft, { startIsoStringDate: from, endIsoStringDate: to });
}

/** Expires old files, and fails reports whose job was cancelled or given up. */
async function maintainReports(context: Context): Promise<void> {
  const reports = context.services().catalog.repository('report');
  const expired = { status: 'GENERATED', expiresAt: { lte: new Date().toISOString() } };
  for (const { id } of (await reports?.list({ take: MAX_REPORTS_PER_RUN, where: [expired] })) ?? []) {
    try {
      const values = { exportedFileUrl: undefined };
      await records(context.services(), 'report', SYSTEM).transition(id, 'expire', values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  await removeLeftovers(context);
  const pending = (await reports?.list({ take: MAX_REPORTS_PER_RUN, where: [{ status: 'PENDING' }] })) ?? [];
  if (pending.length === 0) return;
  const alive = await context.db.query<{ key: string }>(
    `SELECT key FROM job_run WHERE name = $1 AND key = ANY($2::text[]) AND state IN ('waiting', 'running')`,
    [REPORT_JOB, pending.map(({ id }) => jobKey(id))],
  );
  const keys = new Set(alive.map(({ key }) => key));
  for (const { id } of pending)
    if (!keys.has(jobKey(id))) await endReport(context, id, 'fail', { failure: UNEXPECTED_FAILURE });
}
