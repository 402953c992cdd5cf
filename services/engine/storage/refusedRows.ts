import { createSchemaValidator } from '../../../schemas/model/ajv.ts';
import type { EntityModel, FieldModel, JsonObject } from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import type { Queryable } from './database.ts';
import { NIL_UUID, quoteLiteral, quotedTableName } from './sql.ts';
import type { ShapeField } from './storedShape.ts';

const BATCH_ROWS = 500;

interface InvalidRows {
  count: number;
  /** The first of them, and what is wrong with it. */
  id: string;
  message: string;
}

/** Finds rows whose value of `field` is invalid by the rules that forms and services use. */
export async function findInvalidRows(
  tx: Queryable,
  model: EntityModel,
  field: FieldModel,
  old: ShapeField,
): Promise<InvalidRows | undefined> {
  const validator = createSchemaValidator(model.schema);
  const pointer = `/${field.name}`;
  let found: InvalidRows | undefined;
  let last = NIL_UUID;
  for (;;) {
    const rows = await tx.query<{ id: string; data: JsonObject }>(
      `SELECT id, data FROM ${quotedTableName(model)} WHERE id > $1::uuid AND ${possiblyInvalidSql(field, old)} ORDER BY id LIMIT ${BATCH_ROWS}`,
      [last],
      { prepare: false },
    );
    for (const { id, data } of rows) {
      const errors = Object.entries(validate(model, withoutNulls(data), { validator }));
      const error = errors.find(([place]) => place === pointer || place.startsWith(`${pointer}/`));
      if (!error) continue;
      found ??= { count: 0, id, message: `${error[0]} ${error[1]}` };
      found.count++;
    }
    if (rows.length < BATCH_ROWS) return found;
    last = rows.at(-1)?.id ?? last;
  }
}

/** SQL condition that excludes most valid rows cheaply. */
function possiblyInvalidSql(field: FieldModel, old: ShapeField): string {
  const key = quoteLiteral(field.name);
  const present = `coalesce(data -> ${key}, 'null') <> 'null'`;
  const text = `data ->> ${key}`;
  const onlyLengthChanged =
    field.pattern === old.pattern && field.type === old.type && !field.choices && !isNested(field);
  const longest = field.maxLength;
  if (
    onlyLengthChanged &&
    longest !== undefined &&
    (field.minLength ?? 0) <= (old.minLength ?? 0) &&
    field.constant === undefined
  ) {
    // A grapheme has at least one code point, a code point at most two UTF-16 units.
    return `${present} AND char_length(${text}) > ${field.lengthUnit === 'utf16' ? Math.floor(longest / 2) : longest}`;
  }
  if (field.choices) {
    const values = field.choices.map((choice) => quoteLiteral(String(choice.value))).join(', ');
    return `${present} AND ${text} NOT IN (${values})`;
  }
  return present;
}

function isNested(field: FieldModel): boolean {
  return Boolean(field.fields ?? field.item ?? field.variants);
}

function withoutNulls(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
