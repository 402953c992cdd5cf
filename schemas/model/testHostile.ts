import { walkFields } from './fields.ts';
import type { FieldModel } from './types.ts';

type Values = Record<string, unknown>;
type Model = { fields: FieldModel[] };

/** Repeated, these cost a careless parser quadratic time or more. */
export const HOSTILE_UNITS: Record<string, string> = {
  'combining marks': '\u0301',
  'marks that are reordered': '\u0301\u0323',
  'Thai vowels': '\u0E35\u0E48',
  'Thai words': 'ที่',
  'emoji joined without end': '👩\u200D',
  flags: '🇹',
  variables: '{{z}}',
  'open braces': '{{ ',
  'a link that ends badly': 'https://a',
};

/** Repeats a text to this many UTF-16 units, the last of them a blank. */
export const repeatToLength = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length - 1) + ' ';

/** A record with the text in a field, and with conditions on the way to it met. */
export function recordWith({ fields }: Model, { path, type }: FieldModel, text: string): Values {
  return objectWith(fields, path.split('.'), type === 'json' ? { [text]: text } : text);
}

function objectWith(fields: FieldModel[], path: string[], value: unknown): Values {
  const [name = '', ...rest] = path;
  const field = fields.find((one) => one.name === name);
  const conditions = Object.entries(field?.visibleWhen ?? {}).filter(([key]) => /^\w+$/.test(key));
  return { ...Object.fromEntries(conditions), [name]: field ? valueWith(field, rest, value) : value };
}

function valueWith(field: FieldModel, path: string[], value: unknown): unknown {
  const [step = '', ...rest] = path;
  if (step === '') return value;
  if (step === '*' && field.item) return [valueWith(field.item, rest, value)];
  const option = field.variants?.options.find((one) => step === `<${one.value}>`);
  if (field.variants && option)
    return { ...objectWith(option.fields, rest, value), [field.variants.discriminator]: option.value };
  return objectWith(field.fields ?? [], path, value);
}

/** Every field for text, at any depth. */
export function textFields({ fields }: Model): FieldModel[] {
  const texts: FieldModel[] = [];
  walkFields(fields, (field) => void (isText(field) && texts.push(field)));
  return texts;
}

const isText = ({ type, choices, constant, item }: FieldModel): boolean =>
  !choices && !item && constant === undefined && !['number', 'boolean', 'list', 'object'].includes(type);
