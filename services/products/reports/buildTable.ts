import type { Cell } from '../../../schemas/model/cells.ts';
import type { Report } from '../../../schemas/generated/types.ts';
import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { splitIntoPeriods } from '../../../schemas/reports/timeframes.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { Caller } from '../../engine/resources/write/actor.ts';
import type { ExportPlan } from '../../engine/exchange/export/plan.ts';
import { ExportRows } from '../../engine/exchange/export/rows.ts';
import { REPORT_KINDS } from './kinds.ts';
import { messages, t } from '../../../schemas/texts/translate.ts';

const PERIODS_PER_PAGE = 31;

/** The contents of a report. */
interface ReportTable {
  titles: string[];
  /** Steps of the progress: rows, or periods. */
  total: number;
  /** Reads the rows page by page, each with the steps done by then. */
  read: <T>(work: (pages: AsyncIterable<[Cell[][], number]>) => Promise<T>) => Promise<T>;
}

type ReportRequest = Pick<Report, 'type' | 'timeframe' | 'channels' | 'format'> & {
  from: string;
  to: string;
};

/**
 * Builds the rows of a report for the person, as of now.
 * @param callerNow gives the person with their current rights, before each page; throws when these no longer suffice
 */
export async function buildTable(
  services: Services,
  callerNow: () => Promise<Caller>,
  request: ReportRequest,
): Promise<ReportTable> {
  return request.timeframe === 'custom'
    ? rowsTable(services, callerNow, request)
    : figuresTable(services, callerNow, request, request.timeframe);
}

function figuresTable(
  services: Services,
  callerNow: () => Promise<Caller>,
  { type, from, to, channels = [] }: ReportRequest,
  frequency: Parameters<typeof splitIntoPeriods>[0],
): ReportTable {
  const { figures } = REPORT_KINDS[type];
  const periods = splitIntoPeriods(frequency, { from, to });
  async function* pages(): AsyncGenerator<[Cell[][], number]> {
    for (let at = 0; at < periods.length; at += PERIODS_PER_PAGE) {
      const part = periods.slice(at, at + PERIODS_PER_PAGE);
      const rows: Cell[][] = [];
      await callerNow();
      for (const period of part)
        for (const cells of await figures.count({ services, period, channels }))
          rows.push([period.label, ...cells]);
      yield [rows, at + part.length];
    }
  }
  return {
    titles: [TITLES[frequency], ...figures.titles].map((title) => t(title)),
    total: periods.length,
    read: (work) => work(pages()),
  };
}

const TITLES = messages({ daily: 'Day', monthly: 'Month', quarterly: 'Quarter', yearly: 'Year' });

async function rowsTable(
  services: Services,
  callerNow: () => Promise<Caller>,
  { type, from, to, channels = [], format = 'csv' }: ReportRequest,
): Promise<ReportTable> {
  const caller = await callerNow();
  const { entity, columns, time, channel, where } = REPORT_KINDS[type].rows;
  const resource = services.catalog.require(entity);
  const plan: ExportPlan = {
    format,
    columns,
    zone: WORKSPACE_ZONE,
    readable: true,
    query: {
      ...(typeof time === 'string' && { [`${time}.gte`]: from, [`${time}.lt`]: to }),
      ...(channel !== undefined && channels.length > 0 && { [channel]: [...channels] }),
    },
    ...(typeof time !== 'string' && {
      inEvents: { entity: time.entity, field: time.field, where: [time.where], from, to },
    }),
    where,
  };
  const rows = new ExportRows(services, resource, caller, plan, callerNow);
  async function* withRowCount(pages: AsyncIterable<Cell[][]>): AsyncGenerator<[Cell[][], number]> {
    let done = 0;
    for await (const page of pages) {
      done += page.length;
      yield [page, done];
    }
  }
  return {
    titles: rows.columns.map(({ title }) => t(title)),
    total: await rows.count(),
    read: (work) => rows.all(services.db, rows.cells, (pages) => work(withRowCount(pages))),
  };
}
