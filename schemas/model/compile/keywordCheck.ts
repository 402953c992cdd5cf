import { unknownNameMessage } from '../didYouMean.ts';
import type { FieldModel, FieldType, JsonSchema } from '../types.ts';
import type { SourceMap } from './sourceMap.ts';
import { sentenceProblem } from './sentenceCheck.ts';
import { FIELD_TYPES, PROPERTY_TYPES, type Vocabulary } from './vocabulary.ts';
import { placeholdersIn } from '../placeholders.ts';

/** A field's position: in the record itself, or below what. */
export interface FieldPlacement {
  isTop: boolean;
  /** The nearest enclosing list or variants; rights are not enforced inside. */
  within?: 'list' | 'variants';
}

const RECORD_ONLY_KEYWORDS = ['unique', 'confirm', 'column'];
/** Keywords that belong on the list: an item is validated by its type and limits only. */
const NON_ITEM_KEYWORDS = ['visibleWhen', 'requiredWhen', 'mode', 'sameAs'];
const VARIANT_ONLY_KEYWORDS = ['icon'];
const VARIANT_KEYWORDS = [...VARIANT_ONLY_KEYWORDS, 'sentence'];
const RIGHTS_KEYWORDS: [keyword: string[], holds: (field: FieldModel) => boolean][] = [
  [['x-field', 'access'], ({ access }) => access.read !== undefined || access.write !== undefined],
  [['readOnly'], ({ readOnly }) => readOnly],
  [['x-field', 'readOnlyWhen'], ({ readOnlyWhen }) => readOnlyWhen !== undefined],
  [['x-field', 'mode', 'edit'], ({ mode }) => mode.edit === 'read'],
  [['x-field', 'secret'], ({ secret }) => secret],
];

/** Reports keywords that do not fit the field's type or position, or have no effect. */
export function checkKeywords(field: FieldModel, placement: FieldPlacement, origins: SourceMap): void {
  const schema = origins.schemaOf(field);
  const keywords = (schema['x-field'] ?? {}) as JsonSchema;
  const report = (keyword: string[], message: string): void => origins.report(schema, keyword, message);
  if (!placement.isTop) {
    for (const keyword of RECORD_ONLY_KEYWORDS.filter((name) => keywords[name] !== undefined))
      report(['x-field', keyword], `"${keyword}" has an effect on fields of the record itself only`);
  }
  for (const [keyword, holds] of placement.within ? RIGHTS_KEYWORDS : []) {
    if (holds(field))
      report(
        keyword,
        `rights below ${placement.within === 'list' ? 'a list' : 'variants'} are not enforced; put it on a field outside`,
      );
  }
  if (field.name === '*') {
    for (const keyword of NON_ITEM_KEYWORDS.filter((name) => keywords[name] !== undefined))
      report(['x-field', keyword], `"${keyword}" has no effect on the items of a list`);
  }
  for (const keyword of VARIANT_ONLY_KEYWORDS.filter((name) => keywords[name] !== undefined))
    report(['x-field', keyword], `"${keyword}" has an effect on variants only`);
  if (field.secret && field.unique)
    report(['x-field', 'unique'], 'a secret cannot be unique: the refusal would tell what others have');
  checkVariants(schema, origins);
  checkSentences(field, schema, origins);
  if (!origins.isIncomplete(schema))
    checkTypes(field, schema, keywords, { report, vocabulary: origins.vocabulary });
}

/** Variants are object shapes, not fields. */
function checkVariants(schema: JsonSchema, origins: SourceMap): void {
  for (const option of (schema['oneOf'] ?? []) as JsonSchema[]) {
    for (const keyword of Object.keys((option['x-field'] ?? {}) as JsonSchema)) {
      if (!VARIANT_KEYWORDS.includes(keyword))
        origins.report(
          option,
          ['x-field', keyword],
          `"${keyword}" has an effect on fields, not on a variant`,
        );
    }
  }
}

/** Sentences name existing fields of the value or of their variant. */
function checkSentences(
  { sentence, fields, variants }: FieldModel,
  schema: JsonSchema,
  origins: SourceMap,
): void {
  const problem = sentence !== undefined && fields && sentenceProblem(sentence, fields);
  if (problem) origins.report(schema, ['x-field', 'sentence'], problem);
  const options = (schema['oneOf'] ?? []) as JsonSchema[];
  for (const [index, variant] of (variants?.options ?? []).entries()) {
    const problem =
      variant.sentence === undefined ? undefined : sentenceProblem(variant.sentence, variant.fields);
    const option = options[index];
    if (problem !== undefined && option) origins.report(option, ['x-field', 'sentence'], problem);
  }
}

type ReportProblem = (keyword: string[], message: string) => void;
interface CheckContext {
  report: ReportProblem;
  vocabulary: Vocabulary;
}

function checkTypes(
  field: FieldModel,
  schema: JsonSchema,
  keywords: JsonSchema,
  { report, vocabulary }: CheckContext,
): void {
  const typeProblem = (keyword: string, types: FieldType[] | undefined): string | undefined =>
    types && !types.includes(field.type)
      ? `"${keyword}" has no effect on a field of type ${field.type}; it is for ${types.join(', ')}`
      : undefined;
  for (const keyword of Object.keys(schema)) {
    const message = typeProblem(keyword, PROPERTY_TYPES.get(keyword));
    if (message) report([keyword], message);
  }
  for (const keyword of Object.keys(keywords)) {
    const message = keywords[keyword] === false ? undefined : typeProblem(keyword, FIELD_TYPES.get(keyword));
    if (message) report(['x-field', keyword], message);
  }
  const jsonTypes = vocabulary.type.get(field.type)?.['x-json'];
  const jsonType = schema['type'];
  if (typeof jsonType === 'string' && jsonTypes && !jsonTypes.includes(jsonType))
    report(['type'], `a field of type ${field.type} holds ${jsonTypes.join(' or ')}, not ${jsonType}`);
  for (const keyword of ['widget', 'display'] as const) {
    const suitableNames = [...vocabulary[keyword].values()]
      .filter((word) => word['x-types']?.includes(field.type))
      .map((word) => word.const);
    if (keywords[keyword] !== undefined && !suitableNames.includes(field[keyword]))
      report(
        ['x-field', keyword],
        `"${field[keyword]}" does not suit a field of type ${field.type}; valid: ${suitableNames.join(', ')}`,
      );
  }
  checkOptions(field, report, vocabulary);
  checkGrid(field, report);
}

const GRID_CELL_TYPES: FieldType[] = [
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

/** A grid's cell has one value that can be typed. */
function checkGrid({ widget, item }: FieldModel, report: ReportProblem): void {
  if (widget !== 'grid' || !item) return;
  const columns = item.fields?.filter((field) => field.constant === undefined) ?? [item];
  const unsuitable = columns.filter(({ type, generated }) => !GRID_CELL_TYPES.includes(type) && !generated);
  for (const { name, type } of unsuitable)
    report(
      ['x-field', 'widget'],
      `a grid has no cell for ${name === '*' ? 'items' : `"${name}"`} of type ${type}; valid: ${GRID_CELL_TYPES.join(', ')}`,
    );
}

/** Every field of the object is placed in a line. */
function checkLines({ fields = [], options }: FieldModel, report: ReportProblem): void {
  const known = fields.map(({ name }) => name);
  const placed = Object.values((options['lines'] ?? {}) as Record<string, unknown>).flat();
  for (const name of placed.filter((one) => !known.includes(String(one))))
    report(['x-field', 'options', 'lines'], unknownNameMessage('field', String(name), known));
  for (const name of known.filter((one) => !placed.includes(one)))
    report(['x-field', 'options', 'lines'], `"${name}" stands in no line`);
}

function checkOptions(field: FieldModel, report: ReportProblem, { widget }: Vocabulary): void {
  const options = widget.get(field.widget)?.['x-options'] ?? {};
  for (const [name, value] of Object.entries(field.options)) {
    const option = options[name];
    if (!option)
      report(
        ['x-field', 'options', name],
        `${unknownNameMessage('option', name, Object.keys(options))} (widget ${field.widget})`,
      );
    else if (typeof value !== option.type)
      report(['x-field', 'options', name], `${option.type} expected, found ${JSON.stringify(value)}`);
  }
  if (field.widget === 'lines') checkLines(field, report);
  const summary = field.options['summary'];
  if (typeof summary !== 'string' || !field.item) return;
  for (const path of placeholdersIn(summary)) {
    const unknown = unknownPathProblem(path.split('.'), [field.item]);
    if (unknown) report(['x-field', 'options', 'summary'], unknown);
  }
}

/** The problem with the first part of a path that no shape of the items has. */
function unknownPathProblem([name, ...rest]: string[], holders: FieldModel[]): string | undefined {
  if (name === undefined) return undefined;
  const children = holders.flatMap((holder) => [
    ...(holder.fields ?? []),
    ...(holder.variants?.options ?? []).flatMap((option) => option.fields),
  ]);
  const found = children.filter((field) => field.name === name);
  if (found.length > 0) return unknownPathProblem(rest, found);
  return unknownNameMessage('field', name, new Set(children.map((field) => field.name)));
}
