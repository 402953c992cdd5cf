import { walkFields } from '../../../schemas/model/fields.ts';
import { matches } from '../../../schemas/model/match.ts';
import type { EntityModel, EntityRecord, FieldModel } from '../../../schemas/model/types.ts';
import type { Call } from './services.ts';

let count = 0;

/**
 * A new valid record made from the model alone, its unique texts unlike all others; references are given.
 * It fills in what is required and every plain text, so that a schema that is added is tested without a line here.
 */
export function sampleOf(model: EntityModel, references: Record<string, string>): Record<string, unknown> {
  count += 1;
  return fieldsOf(model.fields, references);
}

/** A body for a new record; where what it refers to is part of what makes it unique, it refers to a new record. */
export async function uniqueSample(
  call: Call,
  entities: readonly EntityModel[],
  model: EntityModel,
  references: Record<string, string>,
): Promise<Record<string, unknown>> {
  const names = model.unique.flatMap(({ fields }) => fields);
  const own = { ...references };
  for (const { name, type, required, reference } of model.fields) {
    const target = entities.find((one) => one.name === reference?.entity);
    if (!target || !required || type !== 'reference' || !names.includes(name)) continue;
    own[target.name] = String((await makeSample(call, entities, target, references))['id']);
  }
  return sampleOf(model, own);
}

/** Stores a new record of the entity, as `uniqueSample` has it. */
export async function makeSample(
  call: Call,
  entities: readonly EntityModel[],
  model: EntityModel,
  references: Record<string, string>,
): Promise<Record<string, unknown>> {
  const sent = await uniqueSample(call, entities, model, references);
  const { status, text, body } = await call('POST', `/api/v1/${model.path}`, sent);
  if (status !== 201) throw new Error(`${model.name} was not made: ${text}`);
  return body;
}

type Reference = NonNullable<FieldModel['reference']>;

/** What is referred to: an entity's records, or those of them that a field may hold. */
const keyOf = ({ entity, where }: Pick<Reference, 'entity' | 'where'>): string =>
  where === undefined ? entity : `${entity} ${JSON.stringify(where)}`;

/** The first record of every entity, and the first that fits where a field takes only some of them. */
export async function firstReferences(
  call: Call,
  entities: readonly EntityModel[],
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const rows = new Map<string, EntityRecord[]>();
  for (const { name, path, parent } of entities) {
    if (parent !== undefined) continue;
    const { body } = await call('GET', `/api/v1/${path}?take=100`);
    rows.set(name, body as unknown as EntityRecord[]);
    const first = rows.get(name)?.[0];
    if (first) found[name] = first.id;
  }
  for (const { fields } of entities)
    walkFields(fields, ({ reference }) => {
      const fitting = reference && rows.get(reference.entity)?.find((row) => matches(reference.where, row));
      if (fitting) found[keyOf(reference)] = fitting.id;
    });
  return found;
}

function fieldsOf(fields: FieldModel[], references: Record<string, string>): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const field of fields) {
    const isWanted = field.required || (field.requiredWhen && matches(field.requiredWhen, record));
    if (field.readOnly || (!isWanted && !field.constant)) continue;
    record[field.name] = valueOf(field, references);
  }
  return record;
}

function valueOf(field: FieldModel, references: Record<string, string>): unknown {
  if (field.constant !== undefined) return field.constant;
  if (field.reference)
    return field.type === 'references'
      ? [references[keyOf(field.reference)]]
      : references[keyOf(field.reference)];
  if (field.choices) return field.choices[0]?.value;
  switch (field.type) {
    case 'number':
      return field.minimum ?? 1;
    case 'boolean':
      return true;
    case 'email':
      return `sample${count}@example.com`;
    case 'phone':
      return '+66812345678';
    case 'date':
      return '2026-11-21';
    case 'date-time':
      return '2026-11-21T05:00:00Z';
    case 'url':
    case 'image':
      return `https://example.com/${count}`;
    case 'tags':
    case 'list':
      return Array.from({ length: Math.max(1, field.minItems ?? 0) }, (_, index) => {
        const value = field.item && valueOf(field.item, references);
        return index > 0 && typeof value === 'string' ? `${value}_${index}` : value;
      });
    case 'object':
      return fieldsOf(field.fields ?? [], references);
    case 'variants': {
      const option = field.variants?.options[0];
      return option && fieldsOf(option.fields, references);
    }
    case 'json':
      return {};
    default:
      return `sample${count}`;
  }
}
