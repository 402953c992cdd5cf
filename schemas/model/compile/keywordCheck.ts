import { unknownNameMessage } from '../didYouMean.ts';
import type { FieldModel, FieldType, JsonSchema } from '../types.ts';
import type { SourceMap } from './origins.ts';
import { sentenceProblem } from './sentenceCheck.ts';
import { FIELD_TYPES, PROPERTY_TYPES, type Vocabulary } from './vocabulary.ts';
import { placeholdersIn } from '../placeholders.ts';

/** Where a field stands: in the record itself, and if not, below what. */
export interface FieldPlacement {
  isTop: boolean;
  /** The nearest list or variants above it; rights are not enforced in there. */
  within?: 'list' | 'variants';
}

const RECORD_ONLY_KEYWORDS = ['unique', 'confirm', 'column'];
/** Kept by what holds the items; an item alone is judged by its type and limits. */
const NON_ITEM_KEYWORDS = ['visibleWhen', 'requiredWhen', 'mode', 'sameAs'];
const VARIANT_ONLY_KEYWORDS = ['icon'];
const VARIANT_KEYWORDS = [...VARIANT_ONLY_KEYWORDS, 'sentence'];
const RIGHTS: [keyword: string[], holds: (field: FieldModel) => boolean][] = [
  [['x-field', 'access'], ({ access }) => access.read !== undefined || access.write !== undefined],
  [['readOnly'], ({ readOnly }) => readOnly],
  [['x-field', 'readOnlyWhen'], ({ readOnlyWhen }) => readOnlyWhen !== undefined],
  [['x-field', 'mode', 'edit'], ({ mode }) => mode.edit === 'read'],
  [['x-field', 'secret'], ({ secret }) => secret],
];

/** Keywords that say something about the field's type or place that cannot be, or that nothing would come of. */
export function checkKeywords(field: FieldModel, placement: FieldPlacement, origins: SourceMap): void {
  const schema = origins.schemaOf(field);
  const own = (schema['x-field'] ?? {}) as JsonSchema;
  const tell = (keyword: string[], message: string): void => origins.tell(schema, keyword, message);
  if (!placement.isTop) {
    for (const keyword of RECORD_ONLY_KEYWORDS.filter((name) => own[name] !== undefined))
      tell(['x-field', keyword], `"${keyword}" has an effect on fields of the record itself only`);
  }
  for (const [keyword, holds] of placement.within ? RIGHTS : []) {
    if (holds(field))
      tell(
        keyword,
        `rights below ${placement.within === 'list' ? 'a list' : 'variants'} are not enforced; put it on a field outside`,
      );
  }
  if (field.name === '*') {
    for (const keyword of NON_ITEM_KEYWORDS.filter((name) => own[name] !== undefined))
      tell(['x-field', keyword], `"${keyword}" has no effect on the items of a list`);
  }
  for (const keyword of VARIANT_ONLY_KEYWORDS.filter((name) => own[name] !== undefined))
    tell(['x-field', keyword], `"${keyword}" has an effect on variants only`);
  if (field.secret && field.unique)
    tell(['x-field', 'unique'], 'a secret cannot be unique: the refusal would tell what others have');
  checkVariants(schema, origins);
  checkSentences(field, schema, origins);
  if (!origins.isIncomplete(schema)) checkTypes(field, schema, own, { tell, vocabulary: origins.vocabulary });
}

/** Variants are shapes, no fields. */
function checkVariants(schema: JsonSchema, origins: SourceMap): void {
  for (const option of (schema['oneOf'] ?? []) as JsonSchema[]) {
    for (const keyword of Object.keys((option['x-field'] ?? {}) as JsonSchema)) {
      if (!VARIANT_KEYWORDS.includes(keyword))
        origins.tell(option, ['x-field', keyword], `"${keyword}" has an effect on fields, not on a variant`);
    }
  }
}

/** Sentences name fields that there are, of the value or of the variant that they stand on. */
function checkSentences(
  { sentence, fields, variants }: FieldModel,
  schema: JsonSchema,
  origins: SourceMap,
): void {
  const problem = sentence !== undefined && fields && sentenceProblem(sentence, fields);
  if (problem) origins.tell(schema, ['x-field', 'sentence'], problem);
  const options = (schema['oneOf'] ?? []) as JsonSchema[];
  for (const [index, variant] of (variants?.options ?? []).entries()) {
    const wrong =
      variant.sentence === undefined ? undefined : sentenceProblem(variant.sentence, variant.fields);
    const option = options[index];
    if (wrong !== undefined && option) origins.tell(option, ['x-field', 'sentence'], wrong);
  }
}

type ReportProblem = (keyword: string[], message: string) => void;
interface CheckContext {
  tell: ReportProblem;
  vocabulary: Vocabulary;
}

function checkTypes(
  field: FieldModel,
  schema: JsonSchema,
  own: JsonSchema,
  { tell, vocabulary }: CheckContext,
): void {
  const idle = (keyword: string, types: FieldType[] | undefined): string | undefined =>
    types && !types.includes(field.type)
      ? `"${keyword}" has no effect on a field of type ${field.type}; it is for ${types.join(', ')}`
      : undefined;
  for (const keyword of Object.keys(schema)) {
    const message = idle(keyword, PROPERTY_TYPES.get(keyword));
    if (message) tell([keyword], message);
  }
  for (const keyword of Object.keys(own)) {
    const message = own[keyword] === false ? undefined : idle(keyword, FIELD_TYPES.get(keyword));
    if (message) tell(['x-field', keyword], message);
  }
  const held = vocabulary.type.get(field.type)?.['x-json'];
  const stated = schema['type'];
  if (typeof stated === 'string' && held && !held.includes(stated))
    tell(['type'], `a field of type ${field.type} holds ${held.join(' or ')}, not ${stated}`);
  for (const keyword of ['widget', 'display'] as const) {
    const suited = [...vocabulary[keyword].values()]
      .filter((word) => word['x-types']?.includes(field.type))
      .map((word) => word.const);
    if (own[keyword] !== undefined && !suited.includes(field[keyword]))
      tell(
        ['x-field', keyword],
        `"${field[keyword]}" does not suit a field of type ${field.type}; valid: ${suited.join(', ')}`,
      );
  }
  checkOptions(field, tell, vocabulary);
  checkGrid(field, tell);
}

const CELLS: FieldType[] = [
  'text',
  'long-text',
  'number',
  'boolean',
  'enum',
  'date',
  'email',
  'phone',
  'url',
];

/** A cell holds one value that can be typed. */
function checkGrid({ widget, item }: FieldModel, tell: ReportProblem): void {
  if (widget !== 'grid' || !item) return;
  const columns = item.fields?.filter((field) => field.constant === undefined) ?? [item];
  const strange = columns.filter(({ type, generated }) => !CELLS.includes(type) && !generated);
  for (const { name, type } of strange)
    tell(
      ['x-field', 'widget'],
      `a grid has no cell for ${name === '*' ? 'items' : `"${name}"`} of type ${type}; valid: ${CELLS.join(', ')}`,
    );
}

/** Each field of the object stands in one line. */
function checkLines({ fields = [], options }: FieldModel, tell: ReportProblem): void {
  const known = fields.map(({ name }) => name);
  const placed = Object.values((options['lines'] ?? {}) as Record<string, unknown>).flat();
  for (const name of placed.filter((one) => !known.includes(String(one))))
    tell(['x-field', 'options', 'lines'], unknownNameMessage('field', String(name), known));
  for (const name of known.filter((one) => !placed.includes(one)))
    tell(['x-field', 'options', 'lines'], `"${name}" stands in no line`);
}

function checkOptions(field: FieldModel, tell: ReportProblem, { widget }: Vocabulary): void {
  const taken = widget.get(field.widget)?.['x-options'] ?? {};
  for (const [name, value] of Object.entries(field.options)) {
    const option = taken[name];
    if (!option)
      tell(
        ['x-field', 'options', name],
        `${unknownNameMessage('option', name, Object.keys(taken))} (widget ${field.widget})`,
      );
    else if (typeof value !== option.type)
      tell(['x-field', 'options', name], `${option.type} expected, found ${JSON.stringify(value)}`);
  }
  if (field.widget === 'lines') checkLines(field, tell);
  const summary = field.options['summary'];
  if (typeof summary !== 'string' || !field.item) return;
  for (const path of placeholdersIn(summary)) {
    const unknown = unknownPart(path.split('.'), [field.item]);
    if (unknown) tell(['x-field', 'options', 'summary'], unknown);
  }
}

/** The first part of a path that no shape of the items has, told with the words that there are. */
function unknownPart([name, ...rest]: string[], holders: FieldModel[]): string | undefined {
  if (name === undefined) return undefined;
  const inside = holders.flatMap((holder) => [
    ...(holder.fields ?? []),
    ...(holder.variants?.options ?? []).flatMap((option) => option.fields),
  ]);
  const found = inside.filter((field) => field.name === name);
  if (found.length > 0) return unknownPart(rest, found);
  return unknownNameMessage('field', name, new Set(inside.map((field) => field.name)));
}
