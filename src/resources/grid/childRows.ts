import { validate } from '../../../schemas/model/validate.ts';
import type { Check } from '../../../schemas/model/check.ts';
import type { FieldErrors, FieldModel, Json, JsonObject } from '../../../schemas/model/types.ts';
import type { ListRecord } from '../fields/types.ts';
import { parseCell } from '../fields/list/grid/pasteCells.ts';
import type { ConsoleEntity } from '../product.ts';

/** What was typed into a row and is not stored yet; null empties a cell. */
export type Patch = Readonly<Record<string, Json>>;

export interface Draft {
  patch: Patch;
  /** The version that was seen when the row was first changed; after a save the one that it made. */
  version?: number;
  state: 'typed' | 'saving' | 'saved' | 'refused';
  /** What is wrong, by the name of the column. */
  faults: FieldErrors;
  /** What is wrong with the row as a whole. */
  message?: string;
}

export interface ChildRow {
  /** Stays with the row from before it is stored. */
  key: string;
  record?: ListRecord;
  draft?: Draft;
}

export const cellValue = ({ record, draft }: ChildRow, name: string): unknown =>
  draft && name in draft.patch ? (draft.patch[name] ?? undefined) : record?.[name];

/**
 * A row with another value in a cell; the same value as is stored is no change.
 * @param isSending an earlier change of the row is under way: what is stored by then is not known
 */
export function typed(
  { record, draft }: ChildRow,
  name: string,
  value: Json | undefined,
  isSending: boolean,
): Draft | undefined {
  const { [name]: _, ...others } = draft?.patch ?? {};
  const isStored = !isSending && draft?.state !== 'saved' && isSame(value, record?.[name]);
  const patch = isStored ? others : { ...others, [name]: value ?? null };
  if (Object.keys(patch).length === 0) return undefined;
  const { [name]: __, ...faults } = draft?.faults ?? {};
  return { patch, version: draft?.version ?? record?.version, state: 'typed', faults };
}

const isSame = (a: unknown, b: unknown): boolean =>
  (a ?? '') === (b ?? '') || (a === false && b === undefined);

/** Faults of the cells; of what no cell shows only the services know. */
export function faultsOf(
  model: ConsoleEntity,
  check: Check,
  columns: FieldModel[],
  { record, draft }: ChildRow,
): FieldErrors {
  const names = model.fields.filter((field) => !field.computed).map((field) => field.name);
  const all: JsonObject = { ...(record as unknown as JsonObject), ...draft?.patch };
  const values = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => names.includes(name) && value !== null),
  );
  const faults = Object.entries(validate(model, values, { check }));
  return Object.fromEntries(
    faults.flatMap(([pointer, message]) => {
      const name = pointer.split('/')[1];
      return columns.some((field) => field.name === name) ? [[name, message]] : [];
    }),
  ) as FieldErrors;
}

/** Faults that the services told, at their cells; the first of the others is the row's. */
export function refusal(
  columns: FieldModel[],
  { message, fields = {} }: { message: string; fields?: FieldErrors },
): Pick<Draft, 'faults' | 'message'> {
  const faults: Record<string, string> = {};
  let other: string | undefined;
  for (const [pointer, fault] of Object.entries(fields)) {
    const name = pointer.split('/')[1] ?? '';
    if (columns.some((field) => field.name === name)) faults[name] = fault;
    else other ??= fault;
  }
  const isTold = Object.keys(faults).length > 0;
  return { faults, message: other ?? (isTold ? undefined : message) };
}

/** Pasted cells from one cell on, as changes of rows; what is beyond the last row is new. */
export function pastedCells(
  cells: string[][],
  columns: FieldModel[],
  from: { row: number; column: number },
): { row: number; name: string; value: Json | undefined }[] {
  return cells.flatMap((line, down) =>
    line.flatMap((text, across) => {
      const field = columns[from.column + across];
      return field ? [{ row: from.row + down, name: field.name, value: parseCell(field, text) }] : [];
    }),
  );
}
