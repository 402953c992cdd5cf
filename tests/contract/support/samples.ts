import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';

let count = 0;

/**
 * A new valid record made from the model alone, its unique texts unlike all others; references are given.
 * It fills in what is required and every plain text, so that a schema that is added is tested without a line here.
 */
export function sampleOf(model: EntityModel, references: Record<string, string>): Record<string, unknown> {
  count += 1;
  return fieldsOf(model.fields, references);
}

function fieldsOf(fields: FieldModel[], references: Record<string, string>): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.readOnly || (!field.required && !field.constant)) continue;
    record[field.name] = valueOf(field, references);
  }
  return record;
}

function valueOf(field: FieldModel, references: Record<string, string>): unknown {
  if (field.constant !== undefined) return field.constant;
  if (field.reference)
    return field.type === 'references'
      ? [references[field.reference.entity]]
      : references[field.reference.entity];
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
