import type { FieldType } from '../../../schemas/model/types.ts';
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
import { slider } from './slider/index.tsx';
import { tags } from './tags/index.tsx';
import { testedUrl } from './tested-url/index.tsx';
import { text } from './text/index.tsx';
import { registerBuiltInTypes } from '../fieldKit/registry.ts';
import type { FieldTypeDefinition } from '../fieldKit/types.ts';
import { url } from './url/index.tsx';
import { variants } from './variants/index.tsx';

/** Definitions by field type; the other registrations below are displays and editors that a schema names. */
const typesByName: Record<FieldType, FieldTypeDefinition> = {
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
registerBuiltInTypes([
  ...Object.values(typesByName),
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
]);

export {
  findDisplayType,
  findNamedEditor,
  fieldTypeNames,
  findFieldType,
  registerFieldType,
  formatAsText,
} from '../fieldKit/registry.ts';
