import { unknownWord } from '../nearest.ts';
import { isWritten, SOURCES } from '../sources.ts';
import type { EntityModel, FormSchemaModel, ProductModel } from '../types.ts';
import { at, type Problems } from './problems.ts';

/** A form over people's own records: of an entity, with its fields, and the only one. */
export function checkOwnForm(
  { name, of, fields }: FormSchemaModel,
  { entities, forms }: ProductModel,
  problems: Problems,
): void {
  if (of === undefined) return;
  const path = at('x-form', 'of');
  const names = entities.filter(isWritten).map((one) => one.name);
  const entity = entities.find((one) => one.name === of && names.includes(of));
  if (!entity) return problems.add(path, unknownWord('entity', of, names));
  const other = forms.find((one) => one.of === of && one.name < name);
  if (other) problems.add(path, `people change their own ${of} by the form ${other.name} already`);
  for (const field of fields) {
    const own = entity.fields.find((one) => one.name === field.name);
    const place = at('properties', field.name);
    if (!own) {
      const known = entity.fields.map((one) => one.name);
      problems.add(place, unknownWord(`field of ${of}`, field.name, known));
    } else if (own.type !== field.type)
      problems.add(place, `is of type ${field.type}, but ${own.type} in ${of}`);
  }
}

/** One record has no list, and the services keep no views of one. */
export function checkSingle(model: EntityModel, problems: Problems): void {
  const { single, source, tabOf, routes } = model;
  if (!single) return;
  const path = at('x-entity', 'single');
  if (!isWritten(model)) problems.add(path, `has no effect on ${SOURCES[source].called}`);
  if (tabOf !== undefined) problems.add(path, 'one record has no list that could be a tab');
  if (routes && routes.list.includes(':'))
    problems.add(at('x-entity', 'route'), 'one record has an address without parameters');
}
