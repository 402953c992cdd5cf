import { canonicalizeRecord } from '../../../../schemas/model/canonicalizeRecord.ts';
import { readCell, type CellOptions } from '../../../../schemas/model/cells.ts';
import type { EntityRecord, FieldErrors, Match } from '../../../../schemas/model/types.ts';
import { parseBody } from '../../http/bodies.ts';
import { ApiError, invalid } from '../../http/errors.ts';
import type { Resource } from '../../resources/catalog.ts';
import { newId } from '../../resources/ids.ts';
import { isVisibleTo } from '../../resources/visibility.ts';
import { isSameValue } from '../../resources/isSameValue.ts';
import type { Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { Records } from '../../resources/write/records.ts';
import { runInTransaction } from '../../resources/write/transaction.ts';
import type { UnitOfWork as Transaction } from '../../resources/write/unitOfWork.ts';
import type { ImportLayout, LayoutColumn } from '../../resources/importLayout.ts';
import { RecordIdLookup } from './recordIdLookup.ts';
import { importKeyOf, layoutOf, type ImportPlan } from './plan.ts';
import type { SheetFile } from './sheet.ts';
import { toImportUnits, type ImportUnit } from './importUnits.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export type RowOutcome = 'create' | 'change' | 'unchanged' | 'refused';

/** The result of importing the rows of one record. */
export interface RowResult {
  rows: number[];
  verdict: RowOutcome;
  /** Id of the stored record. */
  id?: string;
  /** Why the rows were refused. */
  reason?: string;
  /** The errors by field. */
  faults?: FieldErrors;
}

/** Records loaded per query. */
const BATCH_SIZE = 100;

/** Rolls the transaction of a dry run back. */
class DryRunRollback extends Error {}

/** One caller's import of one file: previews it and applies it. */
export class ImportRun {
  readonly units: readonly ImportUnit[];
  private readonly key: string[];
  private readonly layout: ImportLayout;
  private readonly columns: LayoutColumn[];
  private names: RecordIdLookup;
  private tools: CellOptions;

  constructor(
    private readonly services: Services,
    private readonly resource: Resource,
    private caller: Caller,
    private readonly sheet: SheetFile,
    plan: ImportPlan,
    /** Returns the caller with the current rights, before each batch. */
    private readonly refreshCaller: () => Promise<Caller> = async () => caller,
  ) {
    this.key = importKeyOf(resource);
    this.layout = layoutOf(services, resource);
    this.columns = this.layout.columns(resource, caller);
    this.units = toImportUnits(sheet, plan, this.key, this.layout);
    this.names = new RecordIdLookup(services, caller);
    this.tools = { zone: plan.zone, idOf: this.names.idOf };
  }

  /** The results for these records, found in transactions that are rolled back, so that rules, hooks and rights apply. */
  async preview(from: number, take: number): Promise<RowResult[]> {
    const results: RowResult[] = [];
    for await (const [unit, stored] of this.unitsWithRecords(from, take)) {
      results.push(
        await this.processUnit(unit, stored, async (write) => {
          const work = async (transaction: Transaction): Promise<never> => {
            await write(transaction);
            throw new DryRunRollback();
          };
          await runInTransaction(this.services, work).catch((error: unknown) => {
            if (!(error instanceof DryRunRollback)) throw error;
          });
        }),
      );
    }
    return results;
  }

  /**
   * Applies the import record by record. `recordResult` is called with each result in the transaction that stores its
   * record, or in a transaction of its own where nothing is stored.
   */
  async *apply(
    from: number,
    recordResult: (result: RowResult, index: number, transaction: Transaction) => Promise<void>,
  ): AsyncGenerator<RowResult> {
    let index = from;
    for await (const [unit, stored] of this.unitsWithRecords(from, this.units.length - from)) {
      const position = index;
      let isRecorded = false;
      const result = await this.processUnit(unit, stored, async (write, verdict) => {
        await runInTransaction(this.services, async (transaction) => {
          await write(transaction);
          await recordResult(verdict, position, transaction);
        });
        isRecorded = true;
      });
      if (!isRecorded)
        await runInTransaction(this.services, (transaction) => recordResult(result, position, transaction));
      index += 1;
      yield result;
    }
  }

  /** The units, each with its stored record if there is one. */
  private async *unitsWithRecords(
    from: number,
    take: number,
  ): AsyncGenerator<[ImportUnit, EntityRecord | undefined]> {
    const end = Math.min(from + take, this.units.length);
    for (let start = from; start < end; start += BATCH_SIZE) {
      const units = this.units.slice(start, Math.min(start + BATCH_SIZE, end));
      await this.refreshRights();
      await this.names.load(this.columns, units);
      const stored = await this.findStored(units);
      for (const unit of units) yield [unit, stored.get(JSON.stringify(this.keyValues(unit)))];
    }
  }

  /** Refreshes the caller's rights, and drops the cached ids of referenced records once they have changed. */
  private async refreshRights(): Promise<void> {
    const caller = await this.refreshCaller();
    if (caller.rights !== this.caller.rights) {
      this.names = new RecordIdLookup(this.services, caller);
      this.tools = { ...this.tools, idOf: this.names.idOf };
    }
    this.caller = caller;
  }

  private async findStored(units: ImportUnit[]): Promise<Map<string, EntityRecord>> {
    const { resource, caller, key } = this;
    const keys = units.map((unit) => this.keyValues(unit)).filter((values) => values !== undefined);
    if (keys.length === 0) return new Map();
    const [keyField] = key;
    const where: Match =
      key.length === 1 && keyField !== undefined
        ? { [keyField]: keys.map((values) => values[keyField] as string) }
        : { any: keys as Match[] };
    const below: Match | undefined = resource.scope && { [resource.scope.field]: resource.scope.id };
    const found = await resource.repository.list({ where: [where, below], take: keys.length });
    return new Map(
      found
        .filter((record) => isVisibleTo(resource, caller, record))
        .map((record) => [
          JSON.stringify(Object.fromEntries(key.map((name) => [name, record[name]]))),
          record,
        ]),
    );
  }

  /** The values of the key; undefined where one of its cells is blank or invalid. */
  private keyValues({ cells: [cells = {}] }: ImportUnit): Record<string, unknown> | undefined {
    const { model } = this.resource;
    const values = this.key.map((name): [string, unknown] => {
      const field = model.fields.find((one) => one.name === name);
      const parsed = field && readCell(cells[name] ?? '', field, this.tools);
      return [name, parsed && 'value' in parsed ? parsed.value : undefined];
    });
    return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
  }

  /** @param commit called with the function that stores the record, and the result; not called where nothing changes */
  private async processUnit(
    unit: ImportUnit,
    stored: EntityRecord | undefined,
    commit: (write: (transaction: Transaction) => Promise<unknown>, verdict: RowResult) => Promise<void>,
  ): Promise<RowResult> {
    const { services, resource, caller } = this;
    const { model, scope } = resource;
    const { rows } = unit;
    const refused = (reason: string, faults: FieldErrors = {}): RowResult => ({
      ...{ rows, verdict: 'refused', reason, faults },
      ...(stored && { id: stored.id }),
    });
    if (unit.fault !== undefined) return refused(unit.fault);
    if (unit.duplicateOfRow !== undefined)
      return refused(t('Same as row %{sameAs}', { sameAs: unit.duplicateOfRow }));
    const { values, faults } = this.layout.rowsToValues(model, unit.cells, this.tools, stored);
    const [fault] = Object.values(faults);
    if (fault !== undefined) return refused(fault, faults);
    const operation = stored ? 'update' : 'create';
    if (!caller.rights.may(model.name, operation)) {
      const plural = t(model.plural).toLowerCase();
      return refused(
        stored
          ? t('You may not change %{plural}', { plural })
          : t('You may not create %{plural}', { plural }),
      );
    }
    try {
      // The same restrictions as for the body of a request.
      parseBody(Buffer.from(JSON.stringify(values)));
      const createRecords = (transaction: Transaction): Records =>
        new Records(services, resource, caller, transaction);
      if (!stored) {
        const verdict: RowResult = { rows, verdict: 'create' };
        const valuesInScope = scope ? { ...values, [scope.field]: scope.id } : values;
        await commit((transaction) => createRecords(transaction).create(valuesInScope), verdict);
        return verdict;
      }
      if (this.isUnchanged(this.mergeIntoStored(unit, values, stored), stored))
        return { rows, verdict: 'unchanged', id: stored.id };
      const verdict: RowResult = { rows, verdict: 'change', id: stored.id };
      await commit(
        (transaction) =>
          createRecords(transaction).change(stored.id, (current) => ({
            ...current,
            ...this.mergeIntoStored(unit, values, current),
          })),
        verdict,
      );
      return verdict;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { fields = {} } = error.details;
      return refused(Object.values(fields)[0] ?? error.message, fields);
    }
  }

  /** Merges a file's values into a stored record, by the file's format. @throws ApiError 422 where they conflict with it */
  private mergeIntoStored(
    { rows: [row = 2] }: ImportUnit,
    values: Record<string, unknown>,
    stored: EntityRecord,
  ): Record<string, unknown> {
    const merged = this.sheet.mergeWithStored?.(row - 2, values, stored);
    if (merged && Object.keys(merged.faults).length > 0) throw invalid(merged.faults);
    return merged?.values ?? values;
  }

  private isUnchanged(values: Record<string, unknown>, stored: EntityRecord): boolean {
    const draft = canonicalizeRecord(this.resource.model, { ...stored, ...values }, { newId, stored });
    return Object.keys(values).every((name) => isSameValue(draft[name], stored[name]));
  }
}
