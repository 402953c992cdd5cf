import type { EntityModel, RetiredStep } from '../../../schemas/model/types.ts';
import type { Database, Queryable } from './database.ts';
import { indexesOf, isPlanned } from './indexes.ts';
import { liveTableName } from './liveFields.ts';
import { isMaterialized, materializedFields, materializingTriggers } from './materializedFields.ts';
import { planOf, releaseOf, type Plan, type Wanted } from './migrate.ts';
import { existingIndexes } from './migrations/buildIndex.ts';
import type { MigrationModule } from './migrations/migration.ts';
import { pendingSteps } from './migrations/run.ts';
import { isNarrower } from './narrowing.ts';
import { releaseState } from './releases.ts';
import { renamings } from './renaming.ts';
import { discardedFields } from './retiring.ts';
import { breakingChanges } from './schemaChange.ts';
import { shapeOf } from './storedShape.ts';
import { quoteIdentifier, tableName } from './sql.ts';

/** One thing that a start would do to the database. */
export interface PlannedChange {
  /** What it is about: an entity, or a module. */
  of: string;
  what: string;
  /** Seconds that it takes on the rows of now, roughly; absent where it takes none worth telling. */
  seconds?: number;
  /** How it is taken back; absent where nothing has to be. */
  back?: string;
}

export interface PlannedChanges {
  /** `empty`: a start makes everything. `superseded`: a newer version was here, so a start changes nothing. */
  state: 'empty' | 'current' | 'changes' | 'superseded';
  changes: PlannedChange[];
  /** Why a start would be refused, one line each. */
  refusals: string[];
  /** What can only be told when it is done. */
  notes: string[];
}

/** Rows a second, estimated: they tell minutes from hours, not more (docs/deploying.md). */
const RATES = { index: 150_000, search: 20_000, rewrite: 15_000, fill: 15_000, list: 20_000 } as const;
const FROM_BACKUP = 'only from a backup';

/**
 * What `migrate` would change, without changing anything: it only reads, and locks nobody out.
 * @throws StorageError for a step that was changed after it was applied
 */
export async function plannedChanges(
  db: Database,
  models: readonly EntityModel[],
  modules: readonly MigrationModule[],
  { exclusive, retired, rollback }: Omit<Wanted, 'models'>,
): Promise<PlannedChanges> {
  const none = { changes: [], refusals: [], notes: [] };
  const [there] = await db.query<{ found: boolean }>(
    `SELECT to_regclass('record_schema') IS NOT NULL AS found`,
  );
  if (!there?.found) return { state: 'empty', ...none };
  const known = await releaseState(db, releaseOf(models, modules, retired));
  if (known === 'superseded' && !exclusive) return { state: 'superseded', ...none };
  const steps = (await pendingSteps(db, modules)).map(
    ({ module, migration: { id, indexes = [] } }): PlannedChange => ({
      of: module,
      what: `step ${id}${indexes.length > 0 ? `, with ${indexes.length} ${indexes.length === 1 ? 'index' : 'indexes'}` : ''}`,
      back: 'nothing to do: an older version works with it',
    }),
  );
  const told = new Told(db, await planOf(db, { models, retired, exclusive, rollback }));
  await told.tellAll();
  const changes = [...steps, ...told.changes];
  const isCurrent = changes.length === 0 && told.refusals.length === 0;
  return {
    ...{ state: isCurrent ? 'current' : 'changes', changes },
    ...{ refusals: told.refusals, notes: told.notes },
  };
}

class Told {
  readonly changes: PlannedChange[] = [];
  readonly refusals: string[] = [];
  readonly notes: string[] = [];

  constructor(
    private readonly db: Queryable,
    private readonly plan: Plan,
  ) {}

  async tellAll(): Promise<void> {
    const { removed, left, dropped, changed, referenceIndexOutdated, views } = this.plan;
    for (const entity of removed) await this.removed(entity);
    for (const entity of left) this.tell(entity, 'its table is left as it is');
    for (const entity of dropped) {
      const rows = await this.rowsIn(tableName(entity));
      this.tell(entity, `its table is dropped, with ${counted(rows, 'row')}`, { back: FROM_BACKUP });
    }
    for (const model of changed) await this.changed(model);
    for (const model of referenceIndexOutdated) {
      const rows = await this.rowsIn(tableName(model.name));
      this.tell(model.name, `what its ${counted(rows, 'row')} refer to is listed anew`, {
        seconds: rows / RATES.list,
      });
    }
    for (const { model } of views) this.tell(model.name, 'its view is made anew');
  }

  private tell(of: string, what: string, more: Pick<PlannedChange, 'seconds' | 'back'> = {}): void {
    this.changes.push({ of, what, ...more });
  }

  private async removed(entity: string): Promise<void> {
    const rows = await this.rowsIn(tableName(entity));
    if (rows > 0)
      this.refusals.push(
        `Entity "${entity}" has no schema file any more, but ${counted(rows, 'row')} stored: restore ${entity}.schema.json, which may say "retired", or delete the rows first.`,
      );
    else this.tell(entity, 'its empty table is dropped');
  }

  private async changed(model: EntityModel): Promise<void> {
    const before = this.plan.stored.get(model.name);
    if (!before)
      return this.tell(model.name, 'its table is made', { back: 'an older version leaves it alone' });
    if ((before.shape.events ?? false) !== (model.events !== undefined)) {
      this.notes.push(`${model.name}: records become events, or the other way; refused where it has rows.`);
      return;
    }
    if (model.events) {
      this.tell(model.name, 'columns and roll-ups of its events are brought to its schema');
      this.notes.push(`${model.name}: whether stored counts can be kept is told by the start itself.`);
      return;
    }
    const rows = await this.rowsIn(tableName(model.name));
    const renamed = renamings(before.shape, model);
    for (const { from, to } of renamed)
      this.tell(model.name, `field ${from} becomes ${to}, in ${counted(rows, 'row')} and their history`, {
        ...{ seconds: rows / RATES.rewrite, back: `by renaming ${to} to ${from}` },
      });
    this.fields(model, before.shape.fields, new Set(renamed.map(({ from }) => from)));
    for (const name of discardedFields(model))
      if (before.shape.fields.some((field) => field.name === name))
        this.tell(model.name, `values of ${name} are deleted, in rows and history`, {
          ...{ seconds: rows / RATES.rewrite, back: FROM_BACKUP },
        });
    for (const { steps } of model.retired?.choices ?? [])
      this.tell(model.name, `retired choices of ${namesIn(steps)} become those that stand for them`, {
        ...{ seconds: rows / RATES.rewrite, back: FROM_BACKUP },
      });
    if (!isMaterialized(model, await materializingTriggers(this.db)))
      this.tell(
        model.name,
        `columns beside the documents: ${materializedFields(model)
          .map(({ name }) => name)
          .join(', ')}`,
        {
          ...{ seconds: rows / RATES.fill, back: 'an older version leaves them alone' },
        },
      );
    await this.indexes(model, rows);
    // What rows hold is judged under the names and choices that they will have.
    if (renamed.length > 0 || model.retired)
      this.notes.push(`${model.name}: whether stored rows keep its new rules is told by the start itself.`);
    else this.refusals.push(...(await breakingChanges(this.db, before.shape, model, this.plan.rollback)));
  }

  private fields(
    model: EntityModel,
    before: readonly ReturnType<typeof shapeOf>[],
    renamed: ReadonlySet<string>,
  ): void {
    const known = new Map(before.map((field) => [field.name, field]));
    const was = new Set(model.fields.map(({ renamedFrom }) => renamedFrom));
    const added = model.fields.filter(
      ({ name, computed, renamedFrom }) =>
        !computed && !known.has(name) && !(renamedFrom !== undefined && renamed.has(renamedFrom)),
    );
    if (added.length > 0)
      this.tell(model.name, `new fields: ${added.map(({ name }) => name).join(', ')}`, {
        back: 'an older version keeps their values',
      });
    const gone = before.filter(
      ({ name, retired }) => !retired && !was.has(name) && !model.fields.some((field) => field.name === name),
    );
    if (gone.length > 0)
      this.tell(model.name, `fields that go: ${gone.map(({ name }) => name).join(', ')}`, {
        back: 'by putting them back',
      });
    const narrower = model.fields.filter((field) => {
      const old = known.get(field.name);
      return old && isNarrower(old, shapeOf(field));
    });
    if (narrower.length > 0)
      this.tell(model.name, `narrower rules: ${narrower.map(({ name }) => name).join(', ')}`, {
        back: 'by widening them',
      });
  }

  private async indexes(model: EntityModel, rows: number): Promise<void> {
    const existing = await existingIndexes(this.db);
    const wanted = indexesOf(model);
    const missing = wanted.filter(({ name }) => !existing.get(name)?.valid);
    const isSearch = ({ definition }: (typeof wanted)[number]): boolean =>
      definition.body.startsWith('USING gin');
    const kinds: [string, typeof wanted, number][] = [
      ['unique index', missing.filter(({ definition }) => definition.unique), RATES.index],
      ['index of lists', missing.filter((one) => !one.definition.unique && !isSearch(one)), RATES.index],
      ['index of search and lists of values', missing.filter(isSearch), RATES.search],
    ];
    for (const [kind, made, rate] of kinds)
      if (made.length > 0)
        this.tell(model.name, made.length === 1 ? `a new ${kind}` : `${made.length} times a new ${kind}`, {
          ...{ seconds: (made.length * rows) / rate, back: 'an older version drops it' },
        });
    for (const { name, table } of existing.values())
      if (
        [tableName(model.name), liveTableName(model.name)].includes(table) &&
        isPlanned(model.name, name) &&
        !wanted.some((index) => index.name === name)
      )
        this.tell(model.name, `index ${name} is dropped`, { back: 'an older version builds it again' });
  }

  /** As the statistics say; counted where there are none. */
  private async rowsIn(table: string): Promise<number> {
    const [known] = await this.db.query<{ rows: number }>(
      'SELECT reltuples::float8 AS rows FROM pg_class WHERE oid = to_regclass(quote_ident($1))',
      [table],
    );
    if (!known) return 0;
    if (known.rows >= 1_000) return Math.round(known.rows);
    const [counted] = await this.db.query<{ rows: number }>(
      `SELECT count(*)::float8 AS rows FROM ${quoteIdentifier(table)}`,
    );
    return counted?.rows ?? 0;
  }
}

/** The names on the way to a value: `items.size`. */
const namesIn = (steps: readonly RetiredStep[]): string =>
  steps.filter((step) => typeof step === 'string').join('.');

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
