import { compileProduct, type SourceFile } from '../../schemas/model/compile.ts';
import type { FieldModel, JsonSchema } from '../../schemas/model/types.ts';

/** A shape that several schemas share, from `schemas/definitions`. */
export interface Definition {
  name: string;
  description: string;
  field: FieldModel;
  schema: JsonSchema;
}

/** The definitions that are objects, each compiled as the one field of a form. */
export function compileDefinitions(files: SourceFile[]): Definition[] {
  const names = files.flatMap(
    ({ file }) => /^definitions\/(?<name>.+)\.schema\.json$/.exec(file)?.groups?.['name'] ?? [],
  );
  const forms = names.map((name) => ({
    file: `forms/the-${name}.schema.json`,
    content: { type: 'object', properties: { value: { $ref: `../definitions/${name}.schema.json` } } },
  }));
  const { product } = compileProduct([...files, ...forms]);
  return names.flatMap((name) => {
    const form = product.forms.find((one) => one.name === `the-${name}`);
    const field = form?.fields[0];
    const schema = (form?.schema['properties'] as Record<string, JsonSchema> | undefined)?.['value'];
    if (!field || !schema || !(schema['properties'] || schema['oneOf'])) return [];
    return [{ name, description: field.description ?? '', field, schema }];
  });
}
