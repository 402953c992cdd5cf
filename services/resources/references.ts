import { childFields } from '../../schemas/model/fields.ts';
import { matches } from '../../schemas/model/match.ts';
import type { EntityModel, FieldErrors, FieldModel, ReferenceModel } from '../../schemas/model/types.ts';
import type { Catalog } from './catalog.ts';

interface Link {
  reference: ReferenceModel;
  field: FieldModel;
  id: string;
  pointer: string;
}

/**
 * Messages for the ids in a record that lead nowhere, or to a record that the field does not take. Ids that were
 * stored before are not judged again: the record they lead to may have changed since.
 */
export async function missingReferences(
  catalog: Catalog,
  model: EntityModel,
  record: Record<string, unknown>,
  stored?: Record<string, unknown>,
): Promise<FieldErrors> {
  const known = new Set(stored ? linksOf(model.fields, stored, '').map(keyOf) : []);
  const links = linksOf(model.fields, record, '').filter((link) => !known.has(keyOf(link)));
  const errors: FieldErrors = {};
  for (const entity of new Set(links.map((link) => link.reference.entity))) {
    const target = catalog.named(entity);
    const asked = links.filter((link) => link.reference.entity === entity);
    const found = new Map(
      (await target?.repository.getMany(asked.map((link) => link.id)))?.map((one) => [one.id, one]),
    );
    for (const { id, reference, field, pointer } of asked) {
      const one = found.get(id);
      const title = target?.model.title ?? field.title;
      if (!one) errors[pointer] = `${title} does not exist`;
      else if (!matches(reference.where, one)) errors[pointer] = `${title} cannot be chosen here`;
    }
  }
  return errors;
}

const keyOf = ({ reference, id }: Link): string => `${reference.entity} ${id}`;

function linksOf(fields: FieldModel[], target: Record<string, unknown>, base: string): Link[] {
  return fields.flatMap((field) => linksIn(field, target[field.name], `${base}/${field.name}`));
}

function linksIn(field: FieldModel, value: unknown, pointer: string): Link[] {
  if (Array.isArray(value)) {
    const item = field.reference ? { ...field, type: 'reference' as const } : field.item;
    return item ? value.flatMap((entry: unknown, index) => linksIn(item, entry, `${pointer}/${index}`)) : [];
  }
  const { reference } = field;
  if (reference) return typeof value === 'string' ? [{ reference, field, id: value, pointer }] : [];
  if (value === null || typeof value !== 'object') return [];
  return linksOf(childFields(field, value), value as Record<string, unknown>, pointer);
}
