import { unknownNameMessage } from '../didYouMean.ts';
import { walkFields } from '../fields.ts';
import type { EntityModel, FormSchemaModel, ProductModel } from '../types.ts';
import type { SourceMap } from './origins.ts';
import { jsonPointer, type Problems } from './problems.ts';

const ONLY_INPUT = 'has an effect only in a form that asks for the input of an action';

/** Fields that begin with what the chosen record has: of the form of an action, and in each entity that has such an action. */
export function checkBeginnings(form: FormSchemaModel, { entities }: ProductModel, problems: Problems): void {
  const askers = entities.filter(({ actions }) => actions.some(({ input }) => input === form.name));
  for (const { name, prefillFrom, type, required } of form.fields) {
    if (prefillFrom === undefined) continue;
    const path = jsonPointer('properties', name, 'x-field', 'prefillFrom');
    if (askers.length === 0) problems.add(path, ONLY_INPUT);
    if (required) problems.add(path, 'a field that is not there where several are chosen cannot be required');
    for (const entity of askers) {
      const fields = entity.fields.filter(({ secret }) => !secret);
      const own = fields.find((field) => field.name === prefillFrom);
      if (!own)
        problems.add(
          path,
          unknownNameMessage(
            `field of ${entity.name}`,
            prefillFrom,
            fields.map((field) => field.name),
          ),
        );
      else if (isText(own.type) ? !isText(type) : own.type !== type)
        problems.add(path, `is of type ${type}, but ${own.type} in ${entity.name}`);
    }
  }
}

/** What an entity has begins with nothing. */
export function checkNoBeginnings({ fields }: EntityModel, origins: SourceMap): void {
  walkFields(fields, (field) => {
    if (field.prefillFrom !== undefined)
      origins.tell(origins.schemaOf(field), ['x-field', 'prefillFrom'], ONLY_INPUT);
  });
}

const isText = (type: string): boolean => ['text', 'long-text'].includes(type);
