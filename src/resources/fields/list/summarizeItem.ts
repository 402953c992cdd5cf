import { itemLabel } from '../../entityLabels.ts';
import { fieldAt, variantOf } from '../../../../schemas/model/fields.ts';
import { traitsOf } from '../../../../schemas/model/fieldTypes.ts';
import { valueAt } from '../../../../schemas/model/pointer.ts';
import type { FieldModel, Json } from '../../../../schemas/model/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export interface ItemText {
  /** Title of its variant, or of the item with its number. */
  title: string;
  /** Its values in one line; empty while it has none. */
  summary: string;
  /** The first part of the summary; `rest` has the others. */
  lead: string;
  rest: string;
  icon?: string;
}

const MAX_SUMMARY_CHARS = 120;
const SEPARATOR = ' · ';

/**
 * Summarises a closed item of a list. The list's `options.summary` is a template over the item's fields (`{{label}}`,
 * `{{action.label}}`); without one, or where it is empty, the first descriptive values are used.
 */
export function summarizeItem(item: FieldModel, value: unknown, index: number, template?: unknown): ItemText {
  const variant = variantOf(item, value);
  const title = variant?.title ?? `${item.title} ${index + 1}`;
  const fields = variant?.fields ?? item.fields ?? [];
  const filled = fillTemplate(template, fields, value);
  const parts = filled.length > 0 ? filled : [summarizeValue(fields, value, item)];
  const [lead = '', ...rest] = parts;
  return { title, summary: joinParts(parts), lead, rest: joinParts(rest), icon: variant?.icon };
}

/** The filled parts of the list's summary template, without the fallback of `summarizeItem`. */
export const templateParts = (item: FieldModel, value: unknown, template: unknown): string[] =>
  fillTemplate(template, variantOf(item, value)?.fields ?? item.fields ?? [], value);

const joinParts = (parts: string[]): string => parts.join(SEPARATOR).slice(0, MAX_SUMMARY_CHARS);

function fillTemplate(template: unknown, fields: FieldModel[], value: unknown): string[] {
  if (typeof template !== 'string' || value === null || typeof value !== 'object') return [];
  return template
    .replaceAll('}}{{', '}}\u0000{{')
    .replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (_, path: string) => {
      const pointer = `/${path.replaceAll('.', '/')}`;
      const field = fieldAt(fields, pointer, value);
      return field ? choiceLabel(field, valueAt(value, pointer) as Json | undefined) : '';
    })
    .split('\u0000')
    .map((part) => part.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SUMMARY_CHARS))
    .filter(Boolean);
}

function summarizeValue(fields: FieldModel[], value: unknown, item: FieldModel): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return choiceLabel(item, value as Json);
  const record = value as Record<string, Json | undefined>;
  const texts = fields
    .filter((field) => traitsOf(field).descriptive && field.constant === undefined && !field.generated)
    .map((field) => choiceLabel(field, record[field.name]))
    .filter(Boolean)
    .slice(0, 2);
  const counts = fields.flatMap((field) => {
    const list = record[field.name];
    if (!Array.isArray(list) || list.length === 0) return [];
    return field.type === 'tags' ? [list.join(t(', '))] : [`${list.length} ${itemLabel(field, list.length)}`];
  });
  const inner = fields.flatMap((field) => {
    const below = record[field.name];
    const nested = field.fields ?? variantOf(field, below)?.fields;
    return nested && texts.length === 0 ? [summarizeValue(nested, below, field)].filter(Boolean) : [];
  });
  const address = texts.length === 0 && inner.length === 0 ? firstAddress(fields, record) : [];
  return [...texts, ...inner, ...address, ...counts]
    .join(SEPARATOR)
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_SUMMARY_CHARS);
}

const firstAddress = (fields: FieldModel[], record: Record<string, Json | undefined>): string[] =>
  fields
    // The address of a picture describes nothing.
    .filter((field) => traitsOf(field).typedByHand && !traitsOf(field).descriptive && !field.file)
    .map((field) => record[field.name])
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .slice(0, 1);

function choiceLabel(field: FieldModel, value: Json | undefined): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(t(', '));
  if (value === undefined || value === null || typeof value === 'object') return '';
  return field.choices?.find((choice) => choice.value === value)?.label ?? String(value);
}
