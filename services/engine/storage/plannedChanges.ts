import type { EntityModel, RetiredStep } from '../../../schemas/model/types.ts';
import type { Database, Queryable } from './database.ts';
import { indexesOf, isPlanned } from './indexes.ts';
import { liveTableName } from './liveFields.ts';
import { isMaterialized, materializedFields, readMaterializingTriggers } from './materializedFields.ts';
import { releaseOf } from './migrate.ts';
import { planMigration, type MigrationTarget, type Plan } from './migrationPlan.ts';
import { listIndexes } from './migrations/buildIndex.ts';
import type { MigrationModule } from './migrations/migration.ts';
import { pendingSteps } from './migrations/run.ts';
import { isNarrower } from './narrowing.ts';
import { releaseState } from './releases.ts';
import { findRenamedFields } from './renaming.ts';
import { droppedFields } from './retiring.ts';
import { breakingChanges } from './schemaChange.ts';
import { shapeOf } from './storedShape.ts';
import { quoteIdentifier, tableName } from './sql.ts';

/** One change that a start would make to the database. */
export interface PlannedChange {
  /** Name of the entity or module. */
  subject: string;
  description: string;
  /** Estimated duration with the current rows; absent when negligible. */
  seconds?: number;
  /** How to undo it; absent when nothing has to be done. */
  undo?: string;
}

export interface PlannedChanges {
  /** `empty`: a start creates everything. `superseded`: a newer version was here, so a start changes nothing. */
  state: 'empty' | 'current' | 'changes' | 'superseded';
  changes: PlannedChange[];
  /** Reasons why a start would be refused, one line each. */
  refusals: string[];
  /** What only the start itself can find out. */
  notes: string[];
}

/** Estimated rows per second: precise enough to tell minutes from hours (docs/deploying.md). */
const ROWS_PER_SECOND = {
  index: 150_000,
  search: 20_000,
  rewrite: 15_000,
  fill: 15_000,
  list: 20_000,
} as const;
const FROM_BACKUP = 'only from a backup';

/**
 * Lists what `migrate` would change. It only reads, and takes no lock.
 * @throws StorageError for a migration that was changed after it was applied
 */
export async function planChanges(
  db: Database,
  models: readonly EntityModel[],
  modules: readonly MigrationModule[],
  { exclusive, retired, rollback }: Omit<MigrationTarget, 'models'>,
): Promise<PlannedChanges> {
  const none = { changes: [], refusals: [], notes: [] };
  const [table] = await db.query<{ found: boolean }>(
    `SELECT to_regclass('record_schema') IS NOT NULL AS found`,
  );
  if (!table?.found) return { state: 'empty', ...none };
  const release = await releaseState(db, releaseOf(models, modules, retired));
  if (release === 'superseded' && !exclusive) return { state: 'superseded', ...none };
  const steps = (await pendingSteps(db, modules)).map(
    ({ module, migration: { id, indexes = [] } }): PlannedChange => ({
      subject: module,
      description: `step ${id}${indexes.length > 0 ? `, with ${indexes.length} ${indexes.length === 1 ? 'index' : 'indexes'}` : ''}`,
      undo: 'nothing to do: an older version works with it',
    }),
  );
  const report = new PlanReport(db, await planMigration(db, { models, retired, exclusive, rollback }));
  await report.describePlan();
  const changes = [...steps, ...report.changes];
  const isCurrent = changes.length === 0 && report.refusals.length === 0;
  return {
    ...{ state: isCurrent ? 'current' : 'changes', changes },
    ...{ refusals: report.refusals, notes: report.notes },
  };
}

/** Describes a plan for people. */
class PlanReport {
  readonly changes: PlannedChange[] = [];
  readonly refusals: string[] = [];
  readonly notes: string[] = [];

  constructor(
    private readonly db: Queryable,
    private readonly plan: Plan,
  ) {}

  async describePlan(): Promise<void> {
    const { removed, abandoned, dropped, changed, referenceIndexOutdated, views } = this.plan;
    for (const entity of removed) await this.describeRemoved(entity);
    for (const entity of abandoned) this.addChange(entity, 'its table is left as it is');
    for (const entity of dropped) {
      const rows = await this.estimateRows(tableName(entity));
      this.addChange(entity, `its table is dropped, with ${countOf(rows, 'row')}`, { undo: FROM_BACKUP });
    }
    for (const model of changed) await this.describeChanged(model);
    for (const model of referenceIndexOutdated) {
      const rows = await this.estimateRows(tableName(model.name));
      this.addChange(model.name, `what its ${countOf(rows, 'row')} refer to is listed anew`, {
        seconds: rows / ROWS_PER_SECOND.list,
      });
    }
    for (const { model } of views) this.addChange(model.name, 'its view is made anew');
  }

  private addChange(
    subject: string,
    description: string,
    details: Pick<PlannedChange, 'seconds' | 'undo'> = {},
  ): void {
    this.changes.push({ subject, description, ...details });
  }

  private async describeRemoved(entity: string): Promise<void> {
    const rows = await this.estimateRows(tableName(entity));
    if (rows > 0)
      this.refusals.push(
        `Entity "${entity}" has no schema file any more, but ${countOf(rows, 'row')} stored: restore ${entity}.schema.json, which may say "retired", or delete the rows first.`,
      );
    else this.addChange(entity, 'its empty table is dropped');
  }

  private async describeChanged(model: EntityModel): Promise<void> {
    const before = this.plan.stored.get(model.name);
    if (!before)
      return this.addChange(model.name, 'its table is made', { undo: 'an older version leaves it alone' });
    if ((before.shape.events ?? false) !== (model.events !== undefined)) {
      this.notes.push(`${model.name}: records become events, or the other way; refused where it has rows.`);
      return;
    }
    if (model.events) {
      this.addChange(model.name, 'columns and roll-ups of its events are brought to its schema');
      this.notes.push(`${model.name}: whether stored counts can be kept is told by the start itself.`);
      return;
    }
    const rows = await this.estimateRows(tableName(model.name));
    const renamed = findRenamedFields(before.shape, model);
    for (const { from, to } of renamed)
      this.addChange(
        model.name,
        `field ${from} becomes ${to}, in ${countOf(rows, 'row')} and their history`,
        {
          ...{ seconds: rows / ROWS_PER_SECOND.rewrite, undo: `by renaming ${to} to ${from}` },
        },
      );
    this.describeFields(model, before.shape.fields, new Set(renamed.map(({ from }) => from)));
    for (const name of droppedFields(model))
      if (before.shape.fields.some((field) => field.name === name))
        this.addChange(model.name, `values of ${name} are deleted, in rows and history`, {
          ...{ seconds: rows / ROWS_PER_SECOND.rewrite, undo: FROM_BACKUP },
        });
    for (const { steps } of model.retired?.choices ?? [])
      this.addChange(model.name, `retired choices of ${pathOf(steps)} become those that stand for them`, {
        ...{ seconds: rows / ROWS_PER_SECOND.rewrite, undo: FROM_BACKUP },
      });
    if (!isMaterialized(model, await readMaterializingTriggers(this.db)))
      this.addChange(
        model.name,
        `columns beside the documents: ${materializedFields(model)
          .map(({ name }) => name)
          .join(', ')}`,
        {
          ...{ seconds: rows / ROWS_PER_SECOND.fill, undo: 'an older version leaves them alone' },
        },
      );
    await this.describeIndexes(model, rows);
    // Rows can only be validated once they are renamed and their choices replaced.
    if (renamed.length > 0 || model.retired)
      this.notes.push(`${model.name}: whether stored rows keep its new rules is told by the start itself.`);
    else this.refusals.push(...(await breakingChanges(this.db, before.shape, model, this.plan.rollback)));
  }

  private describeFields(
    model: EntityModel,
    before: readonly ReturnType<typeof shapeOf>[],
    renamed: ReadonlySet<string>,
  ): void {
    const known = new Map(before.map((field) => [field.name, field]));
    const oldNames = new Set(model.fields.map(({ renamedFrom }) => renamedFrom));
    const added = model.fields.filter(
      ({ name, computed, renamedFrom }) =>
        !computed && !known.has(name) && !(renamedFrom !== undefined && renamed.has(renamedFrom)),
    );
    if (added.length > 0)
      this.addChange(model.name, `new fields: ${added.map(({ name }) => name).join(', ')}`, {
        undo: 'an older version keeps their values',
      });
    const removed = before.filter(
      ({ name, retired }) =>
        !retired && !oldNames.has(name) && !model.fields.some((field) => field.name === name),
    );
    if (removed.length > 0)
      this.addChange(model.name, `fields that go: ${removed.map(({ name }) => name).join(', ')}`, {
        undo: 'by putting them back',
      });
    const narrower = model.fields.filter((field) => {
      const old = known.get(field.name);
      return old && isNarrower(old, shapeOf(field));
    });
    if (narrower.length > 0)
      this.addChange(model.name, `narrower rules: ${narrower.map(({ name }) => name).join(', ')}`, {
        undo: 'by widening them',
      });
  }

  private async describeIndexes(model: EntityModel, rows: number): Promise<void> {
    const existing = await listIndexes(this.db);
    const wanted = indexesOf(model);
    const missing = wanted.filter(({ name }) => !existing.get(name)?.valid);
    const isSearch = ({ definition }: (typeof wanted)[number]): boolean =>
      definition.body.startsWith('USING gin');
    const kinds: [string, typeof wanted, number][] = [
      ['unique index', missing.filter(({ definition }) => definition.unique), ROWS_PER_SECOND.index],
      [
        'index of lists',
        missing.filter((one) => !one.definition.unique && !isSearch(one)),
        ROWS_PER_SECOND.index,
      ],
      ['index of search and lists of values', missing.filter(isSearch), ROWS_PER_SECOND.search],
    ];
    for (const [kind, added, rowsPerSecond] of kinds)
      if (added.length > 0)
        this.addChange(
          model.name,
          added.length === 1 ? `a new ${kind}` : `${added.length} times a new ${kind}`,
          {
            ...{ seconds: (added.length * rows) / rowsPerSecond, undo: 'an older version drops it' },
          },
        );
    for (const { name, table } of existing.values())
      if (
        [tableName(model.name), liveTableName(model.name)].includes(table) &&
        isPlanned(model.name, name) &&
        !wanted.some((index) => index.name === name)
      )
        this.addChange(model.name, `index ${name} is dropped`, { undo: 'an older version builds it again' });
  }

  /** Estimates the rows of a large table by its statistics, and counts those of a small one. */
  private async estimateRows(table: string): Promise<number> {
    const [statistics] = await this.db.query<{ rows: number }>(
      'SELECT reltuples::float8 AS rows FROM pg_class WHERE oid = to_regclass(quote_ident($1))',
      [table],
    );
    if (!statistics) return 0;
    if (statistics.rows >= 1_000) return Math.round(statistics.rows);
    const [counted] = await this.db.query<{ rows: number }>(
      `SELECT count(*)::float8 AS rows FROM ${quoteIdentifier(table)}`,
    );
    return counted?.rows ?? 0;
  }
}

/** The path of a retired value: `items.size`. */
const pathOf = (steps: readonly RetiredStep[]): string =>
  steps.filter((step) => typeof step === 'string').join('.');

const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
