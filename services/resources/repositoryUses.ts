import type { EntityModel, FieldModel, Json } from '../../schemas/model/types.ts';
import { walkFields } from '../../schemas/model/fields.ts';
import { columnsOf, tableOf } from '../storage/sql.ts';
import { ROW } from './recordShape.ts';

export interface UseQuery {
  model: EntityModel;
  text: string;
  values: unknown[];
}

/** For each entity with fields that refer to `entity`, the statement that finds the records referring to `id`. */
export function usesOf(entity: string, id: string, models: readonly EntityModel[]): UseQuery[] {
  // What has happened keeps naming what it was about; that holds nothing back.
  return models.flatMap((model) => {
    if (model.source !== 'table') return [];
    const fields: FieldModel[] = [];
    walkFields(model.fields, (field) => {
      if (field.reference?.entity === entity) fields.push(field);
    });
    if (fields.length === 0) return [];
    const values: unknown[] = [];
    const conditions = fields.map((field) => {
      const direct = field.type === 'reference' && model.fields.includes(field);
      values.push(direct ? id : JSON.stringify(documentHolding(field, id)));
      return direct
        ? `${columnsOf(model).get(field.name)?.value} = $${values.length}`
        : `data @> $${values.length}::jsonb`;
    });
    const text = `SELECT ${ROW} FROM ${tableOf(model)} WHERE ${conditions.join(' OR ')} ORDER BY id LIMIT 20`;
    return [{ model, text, values }];
  });
}

/** The smallest document that holds the id at the field's path: `{"messages": [{"template": id}]}`. */
function documentHolding(field: FieldModel, id: string): Json {
  const segments = field.path.split('.').filter((segment) => !segment.startsWith('<'));
  const leaf: Json = field.type === 'references' ? [id] : id;
  return segments.reduceRight<Json>(
    (inner, segment) => (segment === '*' ? [inner] : { [segment]: inner }),
    leaf,
  );
}
