import { unknownNameMessage } from '../didYouMean.ts';
import { walkFields } from '../fields.ts';
import type { EntityModel, FormSchemaModel, ProductModel } from '../types.ts';
import type { SourceMap } from './sourceMap.ts';
import { jsonPointer, type Problems } from './problems.ts';

const ACTION_INPUT_ONLY = 'has an effect only in a form that asks for the input of an action';

/** Checks `prefillFrom` in the form of an action, against each entity that has such an action. */
export function checkPrefills(form: FormSchemaModel, { entities }: ProductModel, problems: Problems): void {
  const entitiesWithForm = entities.filter(({ actions }) => actions.some(({ input }) => input === form.name));
  for (const { name, prefillFrom, type, required } of form.fields) {
    if (prefillFrom === undefined) continue;
    const path = jsonPointer('properties', name, 'x-field', 'prefillFrom');
    if (entitiesWithForm.length === 0) problems.add(path, ACTION_INPUT_ONLY);
    if (required) problems.add(path, 'a field that is not there where several are chosen cannot be required');
    for (const entity of entitiesWithForm) {
      const fields = entity.fields.filter(({ secret }) => !secret);
      const source = fields.find((field) => field.name === prefillFrom);
      if (!source)
        problems.add(
          path,
          unknownNameMessage(
            `field of ${entity.name}`,
            prefillFrom,
            fields.map((field) => field.name),
          ),
        );
      else if (isText(source.type) ? !isText(type) : source.type !== type)
        problems.add(path, `is of type ${type}, but ${source.type} in ${entity.name}`);
    }
  }
}

/** Rejects `prefillFrom` in an entity. */
export function checkNoPrefills({ fields }: EntityModel, origins: SourceMap): void {
  walkFields(fields, (field) => {
    if (field.prefillFrom !== undefined)
      origins.report(origins.schemaOf(field), ['x-field', 'prefillFrom'], ACTION_INPUT_ONLY);
  });
}

const isText = (type: string): boolean => ['text', 'long-text'].includes(type);
