import type { Cell } from '../../schemas/model/cells.ts';
import type { Report } from '../../schemas/generated/types.ts';
import { periodsOf, REPORT_ZONE } from '../../schemas/reports/timeframes.ts';
import { demand } from '../resources/operations.ts';
import type { Services } from '../resources/services.ts';
import type { Caller } from '../resources/write/actor.ts';
import { ExportRows } from '../exchange/export/rows.ts';
import { REPORT_KINDS } from './kinds.ts';

/** Periods that are counted before their rows are handed on. */
const AT_ONCE = 31;

/** What a report says, before it is a file. */
export interface ReportTable {
  titles: string[];
  /** Steps until it is done: rows, or periods. */
  total: number;
  /** Reads the rows, page by page; the second of each is how many steps are done by then. */
  read: <T>(work: (pages: AsyncIterable<[Cell[][], number]>) => Promise<T>) => Promise<T>;
}

export type Asked = Pick<Report, 'type' | 'timeframe' | 'channels' | 'format'> & { from: string; to: string };

/** The rows of a report for the person, as of now. @throws ApiError 403 for who may not read what it is of */
export async function tableOf(services: Services, caller: Caller, asked: Asked): Promise<ReportTable> {
  demand(services.catalog.require(REPORT_KINDS[asked.type].entity), caller, 'read');
  return asked.timeframe === 'custom'
    ? rowsTable(services, caller, asked)
    : figuresTable(services, asked, asked.timeframe);
}

function figuresTable(
  services: Services,
  { type, from, to, channels = [] }: Asked,
  frequency: Parameters<typeof periodsOf>[0],
): ReportTable {
  const { figures } = REPORT_KINDS[type];
  const periods = periodsOf(frequency, { from, to });
  async function* pages(): AsyncGenerator<[Cell[][], number]> {
    for (let at = 0; at < periods.length; at += AT_ONCE) {
      const part = periods.slice(at, at + AT_ONCE);
      const rows: Cell[][] = [];
      for (const period of part)
        for (const cells of await figures.count({ services, period, channels }))
          rows.push([period.label, ...cells]);
      yield [rows, at + part.length];
    }
  }
  return {
    titles: [TITLES[frequency], ...figures.titles],
    total: periods.length,
    read: (work) => work(pages()),
  };
}

const TITLES = { daily: 'Day', monthly: 'Month', quarterly: 'Quarter', yearly: 'Year' };

async function rowsTable(
  services: Services,
  caller: Caller,
  { type, from, to, channels = [], format = 'csv' }: Asked,
): Promise<ReportTable> {
  const { entity, columns, time, channel, where } = REPORT_KINDS[type].rows;
  const resource = services.catalog.require(entity);
  demand(resource, caller, 'read');
  const rows = new ExportRows(services, resource, caller, {
    format,
    columns,
    zone: REPORT_ZONE,
    query: {
      [`${time}.gte`]: from,
      [`${time}.lt`]: to,
      ...(channel !== undefined && channels.length > 0 && { [channel]: [...channels] }),
    },
    where,
  });
  async function* counted(pages: AsyncIterable<Cell[][]>): AsyncGenerator<[Cell[][], number]> {
    let done = 0;
    for await (const page of pages) {
      done += page.length;
      yield [page, done];
    }
  }
  return {
    titles: rows.columns.map(({ title }) => title),
    total: await rows.count(),
    read: (work) => rows.all(services.db, (pages) => work(counted(pages))),
  };
}
