import { Ajv } from 'ajv';
import { FORMATS, hasFormat } from '../formats.ts';
import { matches } from '../match.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { SYSTEM_FIELD_NAMES } from '../systemFields.ts';
import type { ConditionalLimit, FieldModel, Json, JsonSchema, Match } from '../types.ts';
import type { SourceMap } from './sourceMap.ts';
import { plainSchema } from './plainSchema.ts';

const ajv = new Ajv({
  strict: false,
  discriminator: true,
  formats: Object.fromEntries(
    [...Object.keys(FORMATS), 'regex'].map((name) => [name, (text: string) => hasFormat(name, text)]),
  ),
});

const LIMITS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

/** Reports contradictions in a field's schema: limits, choices, default and required. */
export function checkValues(field: FieldModel, origins: SourceMap): void {
  const schema = origins.schemaOf(field);
  if (origins.isIncomplete(schema)) return;
  const report = (keyword: (string | number)[], message: string): void =>
    origins.report(schema, keyword, message);
  checkChoices(field, schema, report);
  for (const [low, high] of [...LIMITS, ['minimum', 'maximum'] as const]) {
    const message = contradiction(field[low], high, field[high]);
    if (message) report([low], message);
  }
  field.limits.forEach((limit, index) => {
    for (const [keyword, message] of limitProblems(field, limit))
      report(['x-field', 'limits', index, keyword], message);
  });
  if (field.default !== undefined) {
    const fault = createValueCheck(schema)(field.default);
    if (fault)
      report(['default'], `${JSON.stringify(field.default)} is refused by the field itself: ${fault}`);
  }
  checkRequired(field, report);
}

type ReportProblem = (keyword: (string | number)[], message: string) => void;

function checkChoices(field: FieldModel, schema: JsonSchema, report: ReportProblem): void {
  const values = field.choices?.map(({ value }) => value);
  if (!values) return;
  const keywords = (schema['x-field'] ?? {}) as Record<string, Record<string, Json> | undefined>;
  for (const keyword of ['labels', 'tones', 'descriptions', 'groups']) {
    for (const word of Object.keys(keywords[keyword] ?? {})) {
      if (!values.map(String).includes(word))
        report(['x-field', keyword, word], unknownNameMessage('choice', word, values.map(String)));
    }
  }
  const { enum: _, default: __, ...rest } = schema;
  const findFault = createValueCheck(rest);
  values.forEach((value, index) => {
    const fault = findFault(value);
    if (fault) report(['enum', index], `${JSON.stringify(value)} is refused by the field itself: ${fault}`);
  });
}

function contradiction(
  least: number | undefined,
  high: string,
  most: number | undefined,
): string | undefined {
  if (least === undefined || most === undefined || least <= most) return undefined;
  return `${least} is above "${high}", ${most}: nothing could be entered`;
}

/** The problems of a conditional limit: it allows no value, or is never stricter than the field's own. */
function limitProblems(field: FieldModel, limit: ConditionalLimit): [keyword: string, message: string][] {
  const isList = field.item !== undefined;
  return LIMITS.flatMap(([low, high]): [string, string][] => {
    const statedKeywords = [low, high].filter((name) => limit[name] !== undefined);
    if ((low === 'minItems') !== isList)
      return statedKeywords.map((name) => [name, `"${name}" has no effect on a field of type ${field.type}`]);
    const least = limit[low] ?? field[low];
    const most = limit[high] ?? field[high];
    const message = contradiction(least, high, most);
    if (message) return statedKeywords.slice(0, 1).map((name) => [name, message]);
    if (limit.fromChannelTypes) return [];
    const ineffective = [
      ...((limit[low] ?? Infinity) <= (field[low] ?? -1) ? [low] : []),
      ...((limit[high] ?? -1) >= (field[high] ?? Infinity) ? [high] : []),
    ];
    return ineffective.map((name) => [
      name,
      `is no stricter than the field's own "${name}", so it never counts`,
    ]);
  });
}

/** A function that finds the fault of a value; the schema is compiled once, and removed from ajv's cache. */
function createValueCheck(schema: JsonSchema): (value: Json) => string | undefined {
  const { default: _, ...rest } = plainSchema(schema);
  const isValid = ajv.compile(rest);
  ajv.removeSchema(rest);
  return (value) => {
    if (isValid(value)) return undefined;
    const { instancePath = '', keyword, message, params = {} } = isValid.errors?.[0] ?? {};
    if (keyword === 'enum')
      return unknownNameMessage(
        'choice',
        String(value),
        (params as { allowedValues: Json[] }).allowedValues.map(String),
      );
    return `${instancePath} ${message ?? 'not valid'}`.trim();
  };
}

/** A required field can be filled in: the create form has it, or it has a value already. */
function checkRequired(field: FieldModel, report: ReportProblem): void {
  const hasValue = field.default !== undefined || field.constant !== undefined || field.type === 'object';
  if (field.required && field.reference?.onDelete === 'unset')
    report(
      ['x-field', 'reference', 'onDelete'],
      'the field is required, so it cannot be emptied; "restrict" or "cascade"',
    );
  if (field.required && field.collapsed)
    report(['x-field', 'collapsed'], 'the field is required, so it cannot wait to be added');
  if (hasValue) return;
  if (field.required && field.mode.create !== 'edit' && field.generated !== 'parent')
    report(
      ['x-field', 'mode', 'create'],
      'the field is required, but cannot be filled in when a record is created; give it a default',
    );
  const isRequired = field.requiredWhen !== undefined && field.requiredWhen === field.visibleWhen;
  if (isRequired && cannotHoldAtCreation(field.visibleWhen))
    report(
      ['x-field', 'visibleWhen'],
      'the field is required, but this cannot hold when a record is created; give it a default',
    );
}

/** Whether the condition needs something that only stored records have. */
function cannotHoldAtCreation(match: Match = {}): boolean {
  return Object.entries(match).some(
    ([path, test]) => SYSTEM_FIELD_NAMES.includes(path.replace(/^\//, '')) && !matches({ [path]: test }, {}),
  );
}
