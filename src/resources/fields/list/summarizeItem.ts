import { itemLabel } from '../../entityLabels.ts';
import { fieldAt, variantOf } from '../../../../schemas/model/fields.ts';
import { traitsOf } from '../../../../schemas/model/fieldTypes.ts';
import { valueAt } from '../../../../schemas/model/pointer.ts';
import type { FieldModel, Json } from '../../../../schemas/model/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

export interface ItemText {
  /** The kind of item: the title of its variant, or of the item itself with its number. */
  title: string;
  /** What is in it, in one line; empty while nothing is. */
  summary: string;
  /** The same, the first of what the summary names apart from the rest. */
  lead: string;
  rest: string;
  icon?: string;
}

const MAX_SUMMARY_CHARS = 120;
/** Between what a summary is put together from. */
const PART = ' · ';

/**
 * How a closed item of a list presents itself. The list's `options.summary` is a template over the item's fields
 * (`{{label}}`, `{{action.label}}`); without one, or where it gives nothing, the first telling values are shown.
 */
export function summarizeItem(item: FieldModel, value: unknown, index: number, template?: unknown): ItemText {
  const variant = variantOf(item, value);
  const title = variant?.title ?? `${item.title} ${index + 1}`;
  const fields = variant?.fields ?? item.fields ?? [];
  const named = filledIn(template, fields, value);
  const parts = named.length > 0 ? named : [summaryOf(fields, value, item)];
  const [lead = '', ...rest] = parts;
  return { title, summary: joined(parts), lead, rest: joined(rest), icon: variant?.icon };
}

/** What the list's summary alone says of an item, part by part; nothing where it says nothing. */
export const templateParts = (item: FieldModel, value: unknown, template: unknown): string[] =>
  filledIn(template, variantOf(item, value)?.fields ?? item.fields ?? [], value);

const joined = (parts: string[]): string => parts.join(PART).slice(0, MAX_SUMMARY_CHARS);

function filledIn(template: unknown, fields: FieldModel[], value: unknown): string[] {
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

function summaryOf(fields: FieldModel[], value: unknown, item: FieldModel): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return choiceLabel(item, value as Json);
  const held = value as Record<string, Json | undefined>;
  const texts = fields
    .filter((field) => traitsOf(field).descriptive && field.constant === undefined && !field.generated)
    .map((field) => choiceLabel(field, held[field.name]))
    .filter(Boolean)
    .slice(0, 2);
  const counts = fields.flatMap((field) => {
    const list = held[field.name];
    if (!Array.isArray(list) || list.length === 0) return [];
    return field.type === 'tags' ? [list.join(t(', '))] : [`${list.length} ${itemLabel(field, list.length)}`];
  });
  const inner = fields.flatMap((field) => {
    const below = held[field.name];
    const nested = field.fields ?? variantOf(field, below)?.fields;
    return nested && texts.length === 0 ? [summaryOf(nested, below, field)].filter(Boolean) : [];
  });
  const address = texts.length === 0 && inner.length === 0 ? firstAddress(fields, held) : [];
  return [...texts, ...inner, ...address, ...counts]
    .join(PART)
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_SUMMARY_CHARS);
}

const firstAddress = (fields: FieldModel[], held: Record<string, Json | undefined>): string[] =>
  fields
    // A picture is seen; where it lies says nothing.
    .filter((field) => traitsOf(field).typedByHand && !traitsOf(field).descriptive && !field.file)
    .map((field) => held[field.name])
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .slice(0, 1);

function choiceLabel(field: FieldModel, value: Json | undefined): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(t(', '));
  if (value === undefined || value === null || typeof value === 'object') return '';
  return field.choices?.find((choice) => choice.value === value)?.label ?? String(value);
}
