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
import { RecordNames } from './names.ts';
import { keyOf, layoutOf, type ImportPlan } from './plan.ts';
import type { SheetFile } from './sheet.ts';
import { toImportUnits, type ImportUnit } from './importUnits.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export type RowOutcome = 'create' | 'change' | 'unchanged' | 'refused';

/** What becomes of the rows of one record. */
export interface RowResult {
  rows: number[];
  verdict: RowOutcome;
  /** The record that is there already. */
  id?: string;
  /** Why not, for the row as a whole. */
  reason?: string;
  /** What is wrong, by field. */
  faults?: FieldErrors;
}

/** Records looked for at once. */
const BATCH = 100;

/** A dry run ends here. */
class Undone extends Error {}

/** One person's import of one file: what its rows would do, and doing it. */
export class ImportRun {
  readonly units: readonly ImportUnit[];
  private readonly key: string[];
  private readonly layout: ImportLayout;
  private readonly columns: LayoutColumn[];
  private names: RecordNames;
  private tools: CellOptions;

  constructor(
    private readonly services: Services,
    private readonly resource: Resource,
    private caller: Caller,
    private readonly sheet: SheetFile,
    plan: ImportPlan,
    /** Returns the person with the rights of now, before each batch. */
    private readonly callerNow: () => Promise<Caller> = async () => caller,
  ) {
    this.key = keyOf(resource);
    this.layout = layoutOf(services, resource);
    this.columns = this.layout.columns(resource, caller);
    this.units = toImportUnits(sheet, plan, this.key, this.layout);
    this.names = new RecordNames(services, caller);
    this.tools = { zone: plan.zone, idOf: this.names.idOf };
  }

  /** What these records would become, in transactions that are undone: rules, hooks and rights speak as they will. */
  async judge(from: number, take: number): Promise<RowResult[]> {
    const judgements: RowResult[] = [];
    for await (const [unit, stored] of this.known(from, take)) {
      judgements.push(
        await this.settle(unit, stored, async (write) => {
          const work = async (transaction: Transaction): Promise<never> => {
            await write(transaction);
            throw new Undone();
          };
          await runInTransaction(this.services, work).catch((error: unknown) => {
            if (!(error instanceof Undone)) throw error;
          });
        }),
      );
    }
    return judgements;
  }

  /**
   * Does it, record by record. `note` is told of each judgement in the transaction that stores its record; of one that
   * stores nothing in a transaction of its own.
   */
  async *apply(
    from: number,
    note: (judgement: RowResult, index: number, transaction: Transaction) => Promise<void>,
  ): AsyncGenerator<RowResult> {
    let index = from;
    for await (const [unit, stored] of this.known(from, this.units.length - from)) {
      const at = index;
      let isNoted = false;
      const judgement = await this.settle(unit, stored, async (write, verdict) => {
        await runInTransaction(this.services, async (transaction) => {
          await write(transaction);
          await note(verdict, at, transaction);
        });
        isNoted = true;
      });
      if (!isNoted) await runInTransaction(this.services, (transaction) => note(judgement, at, transaction));
      index += 1;
      yield judgement;
    }
  }

  /** The units with the records that they are about, as far as there are any. */
  private async *known(from: number, take: number): AsyncGenerator<[ImportUnit, EntityRecord | undefined]> {
    const end = Math.min(from + take, this.units.length);
    for (let at = from; at < end; at += BATCH) {
      const units = this.units.slice(at, Math.min(at + BATCH, end));
      await this.renewRights();
      await this.names.learn(this.columns, units);
      const stored = await this.stored(units);
      for (const unit of units) yield [unit, stored.get(JSON.stringify(this.keyValues(unit)))];
    }
  }

  /** What names say is found anew once rights have changed. */
  private async renewRights(): Promise<void> {
    const caller = await this.callerNow();
    if (caller.rights !== this.caller.rights) {
      this.names = new RecordNames(this.services, caller);
      this.tools = { ...this.tools, idOf: this.names.idOf };
    }
    this.caller = caller;
  }

  private async stored(units: ImportUnit[]): Promise<Map<string, EntityRecord>> {
    const { resource, caller, key } = this;
    const wanted = units.map((unit) => this.keyValues(unit)).filter((values) => values !== undefined);
    if (wanted.length === 0) return new Map();
    const [only] = key;
    const where: Match =
      key.length === 1 && only !== undefined
        ? { [only]: wanted.map((values) => values[only] as string) }
        : { any: wanted as Match[] };
    const below: Match | undefined = resource.scope && { [resource.scope.field]: resource.scope.id };
    const found = await resource.repository.list({ where: [where, below], take: wanted.length });
    return new Map(
      found
        .filter((record) => isVisibleTo(resource, caller, record))
        .map((record) => [
          JSON.stringify(Object.fromEntries(key.map((name) => [name, record[name]]))),
          record,
        ]),
    );
  }

  /** The values of the key; undefined where a cell of it is blank or makes no sense. */
  private keyValues({ cells: [cells = {}] }: ImportUnit): Record<string, unknown> | undefined {
    const { model } = this.resource;
    const values = this.key.map((name): [string, unknown] => {
      const field = model.fields.find((one) => one.name === name);
      const read = field && readCell(cells[name] ?? '', field, this.tools);
      return [name, read && 'value' in read ? read.value : undefined];
    });
    return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
  }

  /** @param act is given what stores the record, and the verdict; not called where nothing is to be stored */
  private async settle(
    unit: ImportUnit,
    stored: EntityRecord | undefined,
    act: (write: (transaction: Transaction) => Promise<unknown>, verdict: RowResult) => Promise<void>,
  ): Promise<RowResult> {
    const { services, resource, caller } = this;
    const { model, scope } = resource;
    const { rows } = unit;
    const refused = (reason: string, faults: FieldErrors = {}): RowResult => ({
      ...{ rows, verdict: 'refused', reason, faults },
      ...(stored && { id: stored.id }),
    });
    if (unit.fault !== undefined) return refused(unit.fault);
    if (unit.sameAs !== undefined) return refused(t('Same as row %{sameAs}', { sameAs: unit.sameAs }));
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
      // What is refused in a request is refused in a file.
      parseBody(Buffer.from(JSON.stringify(values)));
      const own = (transaction: Transaction): Records => new Records(services, resource, caller, transaction);
      if (!stored) {
        const verdict: RowResult = { rows, verdict: 'create' };
        const whole = scope ? { ...values, [scope.field]: scope.id } : values;
        await act((transaction) => own(transaction).create(whole), verdict);
        return verdict;
      }
      if (this.isAsStored(this.over(unit, values, stored), stored))
        return { rows, verdict: 'unchanged', id: stored.id };
      const verdict: RowResult = { rows, verdict: 'change', id: stored.id };
      await act(
        (transaction) =>
          own(transaction).change(stored.id, (now) => ({ ...now, ...this.over(unit, values, now) })),
        verdict,
      );
      return verdict;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { fields = {} } = error.details;
      return refused(Object.values(fields)[0] ?? error.message, fields);
    }
  }

  /** What a file's values become where the record is stored. @throws ApiError 422 where they may not be laid over it */
  private over(
    { rows: [row = 2] }: ImportUnit,
    values: Record<string, unknown>,
    stored: EntityRecord,
  ): Record<string, unknown> {
    const joined = this.sheet.joined?.(row - 2, values, stored);
    if (joined && Object.keys(joined.faults).length > 0) throw invalid(joined.faults);
    return joined?.values ?? values;
  }

  private isAsStored(values: Record<string, unknown>, stored: EntityRecord): boolean {
    const draft = canonicalizeRecord(this.resource.model, { ...stored, ...values }, { newId, stored });
    return Object.keys(values).every((name) => isSameValue(draft[name], stored[name]));
  }
}
