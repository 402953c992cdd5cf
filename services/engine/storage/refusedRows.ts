import { createSchemaValidator } from '../../../schemas/model/ajv.ts';
import type { EntityModel, FieldModel, JsonObject } from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import type { Queryable } from './database.ts';
import { quoteLiteral, quotedTableName } from './sql.ts';
import type { ShapeField } from './storedShape.ts';

const BATCH = 500;

/** Rows whose value of `field` the model refuses, judged by the very rules that forms and services use. */
export async function countRefused(
  tx: Queryable,
  model: EntityModel,
  field: FieldModel,
  old: ShapeField,
): Promise<{ count: number; id: string; message: string } | undefined> {
  const validator = createSchemaValidator(model.schema);
  const pointer = `/${field.name}`;
  let found: { count: number; id: string; message: string } | undefined;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await tx.query<{ id: string; data: JsonObject }>(
      `SELECT id, data FROM ${quotedTableName(model)} WHERE id > $1::uuid AND ${candidates(field, old)} ORDER BY id LIMIT ${BATCH}`,
      [last],
      { prepare: false },
    );
    for (const { id, data } of rows) {
      const faults = Object.entries(validate(model, withoutNulls(data), { validator }));
      const fault = faults.find(([place]) => place === pointer || place.startsWith(`${pointer}/`));
      if (!fault) continue;
      found ??= { count: 0, id, message: `${fault[0]} ${fault[1]}` };
      found.count++;
    }
    if (rows.length < BATCH) return found;
    last = rows.at(-1)?.id ?? last;
  }
}

/** The rows that can be refused at all, as far as SQL can tell cheaply. */
function candidates(field: FieldModel, old: ShapeField): string {
  const key = quoteLiteral(field.name);
  const present = `coalesce(data -> ${key}, 'null') <> 'null'`;
  const text = `data ->> ${key}`;
  const onlyLonger =
    field.pattern === old.pattern && field.type === old.type && !field.choices && !isNested(field);
  const longest = field.maxLength;
  if (
    onlyLonger &&
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
