import { CHOICE_CONTEXT, isTranslated, t } from './translate.ts';

/** What schemas say to people, wherever it stands in a compiled model. */
const TEXTS = new Set([
  'addLabel',
  'after',
  'all',
  'before',
  'confirm',
  'counted',
  'deletionNote',
  'description',
  'detail',
  'else',
  'emptyText',
  'label',
  'message',
  'no',
  'note',
  'open',
  'openLabel',
  'placeholder',
  'plural',
  'recordTitle',
  'sentence',
  'submit',
  'success',
  'text',
  'title',
  'yes',
]);

/** Objects whose every text is for people: of a rule, an operation, a field. */
const TEXTS_INSIDE = new Set(['elseIn', 'failures', 'help', 'messages']);

/** Choices stand in groups by a text; entries of the menu, products and their groups by an id. */
const isText = (key: string, inside: string): boolean =>
  TEXTS.has(key) || TEXTS_INSIDE.has(inside) || (key === 'group' && inside === 'choices');

/** Labels of choices are states and kinds, where buttons with the same English are verbs. */
const contextOf = (key: string, inside: string): string | undefined =>
  key === 'label' && inside === 'choices' ? CHOICE_CONTEXT : undefined;

/** Objects whose names are what people read: lines of a sentence by what they are called. */
const NAMED_BY_TEXT = new Set(['lines']);

/** A compiled model in which every text for people is changed; numbers, names and rules stay. */
export function mapTexts<Model>(model: Model, change: (text: string, context?: string) => string): Model {
  const mapValue = (value: unknown, key: string, inside: string): unknown => {
    if (typeof value === 'string') return isText(key, inside) ? change(value, contextOf(key, inside)) : value;
    if (Array.isArray(value)) return value.map((item: unknown) => mapValue(item, key, inside));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]: [string, unknown]) => [
        NAMED_BY_TEXT.has(key) ? change(name) : name,
        mapValue(inner, name, key),
      ]),
    );
  };
  return mapValue(model, '', '') as Model;
}

/** A compiled model in the language of the page; in English it is the model itself. */
export const translateModel = <Model>(model: Model): Model =>
  isTranslated() ? mapTexts(model, (text, context) => t(text, context ? { context } : undefined)) : model;
