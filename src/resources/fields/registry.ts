import type { FieldModel, FieldType } from '../../../schemas/model/types.ts';
import { askedChoice } from './asked-choice/index.tsx';
import { avatar } from './avatar/index.tsx';
import { boolean } from './boolean/index.tsx';
import { choiceTable } from './choice-table/index.tsx';
import { conditions } from './conditions/index.tsx';
import { copy } from './copy/index.tsx';
import { dateTime } from './date-time/index.tsx';
import { date } from './date/index.tsx';
import { email } from './email/index.tsx';
import { enumeration } from './enum/index.tsx';
import { file } from './file/index.tsx';
import { image } from './image/index.tsx';
import { inSentence } from './in-sentence/index.tsx';
import { itemOf } from './item-of/index.tsx';
import { json } from './json/index.tsx';
import { keyValues } from './key-values/index.tsx';
import type { NamedEditor } from './editorTypes.ts';
import { list, listViews } from './list/index.tsx';
import { longText } from './long-text/index.tsx';
import { marked } from './marked/index.tsx';
import { media } from './media/index.tsx';
import { number } from './number/index.tsx';
import { pictures } from './pictures/index.tsx';
import { lines, object } from './object/index.tsx';
import { oneOfEach } from './one-of-each/index.tsx';
import { phone } from './phone/index.tsx';
import { reference } from './reference/index.tsx';
import { references } from './references/index.tsx';
import { relativeTime } from './relative-time/index.tsx';
import { secret } from './secret/index.tsx';
import { segmented } from './segmented/index.tsx';
import { registerSign } from './signs.ts';
import { slider } from './slider/index.tsx';
import { tags } from './tags/index.tsx';
import { testedUrl } from './tested-url/index.tsx';
import { text } from './text/index.tsx';
import { RANK_BY_NAME, type FieldTypeDefinition, type FieldValue, type TextTools } from './types.ts';
import { url } from './url/index.tsx';
import { variants } from './variants/index.tsx';

/** Every type of field has a definition here; what more there is are displays and editors that a schema names. */
const ofEveryType: Record<FieldType, FieldTypeDefinition> = {
  text,
  'long-text': longText,
  number,
  boolean,
  enum: enumeration,
  date,
  'date-time': dateTime,
  tags,
  email,
  phone,
  url,
  secret,
  reference,
  references,
  list,
  object,
  variants,
  json,
  image,
  file,
};
const registered: (FieldTypeDefinition | NamedEditor)[] = [
  ...Object.values(ofEveryType),
  { name: 'select', editor: enumeration.editor, readOnlyAsText: true },
  ...[
    avatar,
    relativeTime,
    keyValues,
    pictures,
    marked,
    media,
    segmented,
    slider,
    oneOfEach,
    choiceTable,
    itemOf,
    conditions,
    inSentence,
    copy,
    askedChoice,
    testedUrl,
    lines,
  ],
  ...listViews,
];
const isType = (one: FieldTypeDefinition | NamedEditor): one is FieldTypeDefinition => 'Cell' in one;
// Asked for by every cell of every row.
let byField = new WeakMap<FieldModel, FieldTypeDefinition>();
let displays = new WeakMap<FieldModel, FieldTypeDefinition>();
const editors = new Map<string, NamedEditor | undefined>();

/**
 * Adds a field type, or an editor alone, as `src/custom` does for its own. Of types that suit a field the highest rank
 * wins, of the same name or rank the newest.
 */
export const registerFieldType = (definition: FieldTypeDefinition | NamedEditor): void => {
  registered.unshift(definition);
  if (isType(definition) && definition.Mark) registerSign(definition.name, definition.Mark);
  byField = new WeakMap();
  displays = new WeakMap();
  editors.clear();
};

const rankOf = ({ name, tester }: FieldTypeDefinition, field: FieldModel): number =>
  tester ? tester(field) : field.display === name ? RANK_BY_NAME : -1;

/** The type that suits a field best: how it is filtered and written as text. */
export const fieldTypeOf = (field: FieldModel): FieldTypeDefinition => {
  const known = byField.get(field);
  if (known) return known;
  const best = registered
    .filter(isType)
    .reduce((winner, one) => (rankOf(one, field) > rankOf(winner, field) ? one : winner));
  byField.set(field, best);
  return best;
};

/** The type that shows a field: the one its `display` names, or its own. A secret is never shown by another. */
export const displayOf = (field: FieldModel): FieldTypeDefinition => {
  const known = displays.get(field);
  if (known) return known;
  const named = field.secret
    ? undefined
    : registered.filter(isType).find((one) => one.name === field.display);
  const shown = named ?? fieldTypeOf(field);
  displays.set(field, shown);
  return shown;
};

/** Every name that a schema may use. */
export const fieldTypeNames = (): string[] => [...new Set(registered.map(({ name }) => name))];

/** The definition of a name that says how values are edited. */
export const editorNamed = (name: string): NamedEditor | undefined => {
  if (!editors.has(name)) {
    const found = registered.find((one) => one.name === name && (one.editor ?? one.structure ?? one.items));
    editors.set(name, found);
  }
  return editors.get(name);
};

const noTitles: TextTools['titleOf'] = () => undefined;

const toolsFor = (titleOf: TextTools['titleOf']): TextTools => {
  const tools: TextTools = {
    titleOf,
    text: (value, field) => fieldTypeOf(field).toText(value, field, tools),
  };
  return tools;
};

/** A value in one line for people. */
export const textOf = (value: FieldValue, field: FieldModel, titleOf = noTitles): string =>
  fieldTypeOf(field).toText(value, field, toolsFor(titleOf));
