import { unknownNameMessage } from '../didYouMean.ts';
import { isWritable, SOURCES } from '../sources.ts';
import type { EntityModel, FormSchemaModel, ProductModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** Checks a form that edits an entity's records: the entity has its fields, and no other such form. */
export function checkEntityForm(
  form: FormSchemaModel,
  { entities, forms }: ProductModel,
  problems: Problems,
): void {
  const { name, of, fields } = form;
  if (form.tab) checkFormTab(form, entities, problems);
  if (of === undefined) return;
  const path = jsonPointer('x-form', 'of');
  const names = entities.filter(isWritable).map((one) => one.name);
  const entity = entities.find((one) => one.name === of && names.includes(of));
  if (!entity) return problems.add(path, unknownNameMessage('entity', of, names));
  const other = entity.single ? undefined : forms.find((one) => one.of === of && one.name < name);
  if (other) problems.add(path, `people change their own ${of} by the form ${other.name} already`);
  const known = entity.fields.map((one) => one.name);
  form.form?.summary?.fields.forEach((fact, index) => {
    if (!known.includes(fact))
      problems.add(
        jsonPointer('x-form', 'summary', 'fields', index),
        unknownNameMessage(`field of ${of}`, fact, known),
      );
  });
  const others = forms.filter((one) => one !== form).map((one) => one.name);
  form.form?.after?.forEach(({ form: after }, index) => {
    if (!others.includes(after))
      problems.add(jsonPointer('x-form', 'after', index, 'form'), unknownNameMessage('form', after, others));
  });
  for (const field of fields) {
    const entityField = entity.fields.find((one) => one.name === field.name);
    const place = jsonPointer('properties', field.name);
    if (!entityField) problems.add(place, unknownNameMessage(`field of ${of}`, field.name, known));
    else if (entityField.type !== field.type)
      problems.add(place, `is of type ${field.type}, but ${entityField.type} in ${of}`);
    else if (JSON.stringify(entityField.file) !== JSON.stringify(field.file))
      problems.add(place, `takes other files than in ${of}`);
  }
}

/** Checks a form that is a tab of a list, or a screen. */
function checkFormTab({ of, tab }: FormSchemaModel, entities: EntityModel[], problems: Problems): void {
  if (!tab) return;
  const keyword = tab.of === undefined ? ['route'] : ['tab', 'route'];
  const otherEntity = entities.find((one) => one.routes && one.routes.list === tab.route);
  if (otherEntity)
    problems.add(jsonPointer('x-form', ...keyword), `is the address of ${otherEntity.name} already`);
  if (tab.of === undefined) {
    if (of === undefined || entities.find((one) => one.name === of)?.single)
      problems.add(jsonPointer('x-form', 'route'), 'needs "of" an entity of which people have a record');
    return;
  }
  const path = jsonPointer('x-form', 'tab');
  if (!entities.find((one) => one.name === of)?.single)
    problems.add(path, 'needs "of" an entity with one record (single), of which the form is a part');
  const lists = entities.filter((one) => one.routes && !one.single && one.tabOf === undefined);
  const names = lists.map((one) => one.name);
  if (!names.includes(tab.of))
    problems.add(jsonPointer('x-form', 'tab', 'of'), unknownNameMessage('entity with a list', tab.of, names));
}

/** Checks a single record: it is writable, is no tab, and its route has no parameters. */
export function checkSingle(model: EntityModel, problems: Problems): void {
  const { single, source, tabOf, routes } = model;
  if (!single) return;
  const path = jsonPointer('x-entity', 'single');
  if (!isWritable(model)) problems.add(path, `has no effect on ${SOURCES[source].description}`);
  if (tabOf !== undefined) problems.add(path, 'one record has no list that could be a tab');
  if (routes && routes.list.includes(':'))
    problems.add(jsonPointer('x-entity', 'route'), 'one record has an address without parameters');
}
