import { randomUUID } from 'node:crypto';
import { writeCell, type Cell } from '../../../../schemas/model/cells.ts';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { EntityRecord, FieldModel } from '../../../../schemas/model/types.ts';
import { valueOf, withComputed } from '../../resources/computed.ts';
import { filterVisible } from '../../resources/nested.ts';
import { listFilter } from '../../resources/operations.ts';
import type { Resource } from '../../resources/catalog.ts';
import { isVisibleTo, visibleRecord, resolveStoredFiles } from '../../resources/visibility.ts';
import type { ListFilter } from '../../resources/repository.ts';
import { idStatement, type EventReferenceFilter } from '../../resources/repositoryList.ts';
import type { Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { type Database, UNPREPARED } from '../../storage/database.ts';
import { Parameters } from '../../storage/matchSql.ts';
import { columnsOf, type ExportPlan } from './plan.ts';
import { translateStored } from '../../../../schemas/texts/stored.ts';

/** Records in memory at a time. */
const PAGE_SIZE = 500;
const MAX_CACHED_TITLES = 20_000;

/** Reads the records with these ids. */
type PageReader<T> = (ids: string[]) => Promise<T[]>;

async function* readCursorPages<T>(fetch: () => Promise<string[]>, read: PageReader<T>): AsyncGenerator<T[]> {
  for (let ids = await fetch(); ids.length > 0; ids = await fetch()) yield await read(ids);
}

async function* readIdPages<T>(ids: string[], read: PageReader<T>): AsyncGenerator<T[]> {
  for (let start = 0; start < ids.length; start += PAGE_SIZE)
    yield await read(ids.slice(start, start + PAGE_SIZE));
}

/** Reads the records of an export in pages. */
export class ExportRows {
  readonly columns: FieldModel[];
  private readonly titles = new Map<string, string>();

  constructor(
    private readonly services: Services,
    private readonly resource: Resource,
    private caller: Caller,
    private readonly plan: ExportPlan,
    /** Returns the caller with the current rights, before each page. */
    private readonly refreshCaller: () => Promise<Caller> = async () => caller,
  ) {
    this.columns = columnsOf(resource, caller, plan.columns);
  }

  /** How many records the list has. */
  count(): Promise<number> {
    return this.resource.repository.count(this.buildFilter());
  }

  /** Reads a list of at most `maxRecords` records; undefined when there are more. */
  async readUpTo<T>(
    maxRecords: number,
    read: PageReader<T>,
  ): Promise<{ count: number; pages: AsyncIterable<T[]> } | undefined> {
    const ids = await this.resource.repository.ids(this.buildFilter(), maxRecords + 1);
    if (ids.length > maxRecords) return undefined;
    const allIds = ids.map(({ id }) => id);
    return { count: allIds.length, pages: readIdPages(allIds, read) };
  }

  /**
   * Reads a list of any size as of the start: each record once, in the order at the start, with the values at the time when
   * its page is read. `work` consumes the pages one after another.
   */
  async all<T, Row>(
    db: Database,
    read: PageReader<Row>,
    work: (pages: AsyncIterable<Row[]>) => Promise<T>,
  ): Promise<T> {
    const parameters = new Parameters();
    const text = idStatement(this.resource.model, this.buildFilter(), parameters);
    const cursor = `export_${randomUUID().replaceAll('-', '')}`;
    return db.session(
      async (session) => {
        await session.transaction((tx) =>
          tx.query(`DECLARE ${cursor} NO SCROLL CURSOR WITH HOLD FOR ${text}`, parameters.values, UNPREPARED),
        );
        const fetch = async (): Promise<string[]> => {
          const rows = await session.query<{ id: string }>(
            `FETCH ${PAGE_SIZE} FROM ${cursor}`,
            [],
            UNPREPARED,
          );
          return rows.map(({ id }) => id);
        };
        try {
          return await work(readCursorPages(fetch, read));
        } finally {
          await session.query(`CLOSE ${cursor}`, [], UNPREPARED).catch(() => undefined);
        }
      },
      { longRunning: true },
    );
  }

  private buildFilter(): ListFilter {
    const { resource, caller, plan } = this;
    const found = listFilter(resource, caller, plan.query);
    const { entity, ...events } = plan.inEvents ?? {};
    const model = entity === undefined ? undefined : this.services.catalog.require(entity).model;
    return {
      ...found,
      where: [...(found.where ?? []), plan.where],
      ...(model && { referencedInEvents: { ...(events as Omit<EventReferenceFilter, 'model'>), model } }),
    };
  }

  /** The visible fields of the visible records; records that were deleted meanwhile are left out. */
  readonly records = async (ids: string[]): Promise<EntityRecord[]> => {
    const refreshed = await this.refreshCaller();
    if (refreshed.rights !== this.caller.rights) this.titles.clear();
    this.caller = refreshed;
    const { resource, caller } = this;
    const found = await resource.repository.getMany(ids);
    const visible = found.filter((record) => isVisibleTo(resource, caller, record));
    return visible.map((record) => visibleRecord(resource, caller, record));
  };

  /** The same records as cells of the columns. */
  readonly cells = async (ids: string[]): Promise<Cell[][]> => {
    const visible = await this.records(ids);
    const { services, resource, caller, columns, plan } = this;
    const withCounts = await withComputed(services.catalog, resource, caller, visible);
    const records = await services.authors.resolveNames(await resolveStoredFiles(resource, withCounts));
    await this.loadTitles(records);
    const tools = {
      zone: plan.zone,
      readable: plan.readable === true,
      titleOf: (entity: string, id: string) => this.titles.get(`${entity}/${id}`),
    };
    const cellOf = (record: EntityRecord, field: FieldModel): Cell => {
      const cell = writeCell(valueOf(record, field), field, tools);
      return typeof cell === 'string' ? translateStored(cell) : cell;
    };
    return records.map((record) => columns.map((field) => cellOf(record, field)));
  };

  /** Loads the titles of referenced records, as far as the user may see them. */
  private async loadTitles(records: EntityRecord[]): Promise<void> {
    const { services, caller, columns, titles } = this;
    if (titles.size > MAX_CACHED_TITLES) titles.clear();
    for (const { name, reference } of columns) {
      const target = reference && services.catalog.find(reference.entity);
      if (!target || !caller.rights.may(target.model.name, 'read')) continue;
      const ids = records.flatMap((record) => [record[name]].flat()).filter((id) => typeof id === 'string');
      const unknown = ids.filter((id) => !titles.has(`${target.model.name}/${id}`));
      const found = await target.repository.getMany(unknown);
      for (const record of await filterVisible(services, caller, target, found)) {
        const title = recordTitle(target.model, visibleRecord(target, caller, record));
        titles.set(`${target.model.name}/${record.id}`, title);
      }
    }
  }
}
