import { CHOICE_CONTEXT, isTranslated, t } from './translate.ts';

/** Properties of compiled models with texts for people. */
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

/** Objects all of whose values are texts for people: by rule, operation or field. */
const TEXTS_INSIDE = new Set(['elseIn', 'failures', 'help', 'messages']);

/** `group` of a choice is a text; of menu entries and products it is an id. */
const isText = (key: string, inside: string): boolean =>
  TEXTS.has(key) || TEXTS_INSIDE.has(inside) || (key === 'group' && inside === 'choices');

/** Labels of choices are states and kinds; buttons with the same English are verbs. */
const contextOf = (key: string, inside: string): string | undefined =>
  key === 'label' && inside === 'choices' ? CHOICE_CONTEXT : undefined;

/** Objects whose keys are texts: lines of a sentence by label. */
const NAMED_BY_TEXT = new Set(['lines']);

/** Applies `change` to every text for people in a compiled model. */
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

/** Translates a compiled model to the current language; in English returns the model itself. */
export const translateModel = <Model>(model: Model): Model =>
  isTranslated() ? mapTexts(model, (text, context) => t(text, context ? { context } : undefined)) : model;
