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
const PAGE = 500;
/** Titles of other records kept at a time. */
const MAX_TITLES = 20_000;

/** Reads the records with these ids. */
type PageReader<T> = (ids: string[]) => Promise<T[]>;

async function* pages<T>(fetch: () => Promise<string[]>, read: PageReader<T>): AsyncGenerator<T[]> {
  for (let ids = await fetch(); ids.length > 0; ids = await fetch()) yield await read(ids);
}

async function* pagesOf<T>(ids: string[], read: PageReader<T>): AsyncGenerator<T[]> {
  for (let at = 0; at < ids.length; at += PAGE) yield await read(ids.slice(at, at + PAGE));
}

/** One export of one person: pages of cells, by the ids of records. */
export class ExportRows {
  readonly columns: FieldModel[];
  private readonly titles = new Map<string, string>();

  constructor(
    private readonly services: Services,
    private readonly resource: Resource,
    private caller: Caller,
    private readonly plan: ExportPlan,
    /** Returns the person with the rights of now, before each page. */
    private readonly callerNow: () => Promise<Caller> = async () => caller,
  ) {
    this.columns = columnsOf(resource, caller, plan.columns);
  }

  /** How many records the list has. */
  count(): Promise<number> {
    return this.resource.repository.count(this.matching());
  }

  /** What `read` makes of a list with at most `most` records; undefined when there are more. */
  async few<T>(
    most: number,
    read: PageReader<T>,
  ): Promise<{ count: number; pages: AsyncIterable<T[]> } | undefined> {
    const ids = await this.resource.repository.ids(this.matching(), most + 1);
    if (ids.length > most) return undefined;
    const all = ids.map(({ id }) => id);
    return { count: all.length, pages: pagesOf(all, read) };
  }

  /**
   * What `read` makes of a list of any size, as it is at the beginning: each record once, in the order of that moment, with
   * its values of when its page is reached. `work` reads the pages one after another.
   */
  async all<T, Row>(
    db: Database,
    read: PageReader<Row>,
    work: (pages: AsyncIterable<Row[]>) => Promise<T>,
  ): Promise<T> {
    const parameters = new Parameters();
    const text = idStatement(this.resource.model, this.matching(), parameters);
    const cursor = `export_${randomUUID().replaceAll('-', '')}`;
    return db.session(
      async (session) => {
        await session.transaction((tx) =>
          tx.query(`DECLARE ${cursor} NO SCROLL CURSOR WITH HOLD FOR ${text}`, parameters.values, UNPREPARED),
        );
        const fetch = async (): Promise<string[]> => {
          const rows = await session.query<{ id: string }>(`FETCH ${PAGE} FROM ${cursor}`, [], UNPREPARED);
          return rows.map(({ id }) => id);
        };
        try {
          return await work(pages(fetch, read));
        } finally {
          await session.query(`CLOSE ${cursor}`, [], UNPREPARED).catch(() => undefined);
        }
      },
      { longRunning: true },
    );
  }

  private matching(): ListFilter {
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

  /** What of these records the person may see; those that are gone meanwhile are left out. */
  readonly records = async (ids: string[]): Promise<EntityRecord[]> => {
    const now = await this.callerNow();
    if (now.rights !== this.caller.rights) this.titles.clear();
    this.caller = now;
    const { resource, caller } = this;
    const found = await resource.repository.getMany(ids);
    const seen = found.filter((record) => isVisibleTo(resource, caller, record));
    return seen.map((record) => visibleRecord(resource, caller, record));
  };

  /** The same as the list shows it, in its columns. */
  readonly cells = async (ids: string[]): Promise<Cell[][]> => {
    const shown = await this.records(ids);
    const { services, resource, caller, columns, plan } = this;
    const counted = await withComputed(services.catalog, resource, caller, shown);
    const records = await services.authors.resolveNames(await resolveStoredFiles(resource, counted));
    await this.learnTitles(records);
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

  /** Titles of what these refer to; of what the person may not see there is none. */
  private async learnTitles(records: EntityRecord[]): Promise<void> {
    const { services, caller, columns, titles } = this;
    if (titles.size > MAX_TITLES) titles.clear();
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
