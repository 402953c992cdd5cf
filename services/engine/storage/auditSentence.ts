import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';
import { storedSql } from '../../../schemas/texts/stored.ts';
import { message, messages } from '../../../schemas/texts/translate.ts';
import { quoteLiteral } from './sql.ts';

/** Sentences of changes of a record. */
const CHANGES: Readonly<Record<string, string>> = messages({
  create: '%{who} created the %{kind} %{record}',
  update: '%{who} changed the %{kind} %{record}',
  delete: '%{who} deleted the %{kind} %{record}',
  duplicate: '%{who} made a copy of the %{kind} %{record}',
  restore: '%{who} restored an earlier state of the %{kind} %{record}',
  'reset-password': '%{who} reset the password of the %{kind} %{record}',
});
/** Of a change with a name of its own: `Malee approved the broadcast Sale`, `Malee did “Train” on the bot`. */
const NAMED_CHANGE = message('%{who} %{did} the %{kind} %{record}');
/** Of a change whose fields are known: `Malee changed the value of the variable office_hours`. */
const CHANGED_FIELDS = message('%{who} changed the %{fields} of the %{kind} %{record}');
const OTHER_CHANGE = message('%{who} did “%{did}” on the %{kind} %{record}');
/** Sentences of events without a record; their subject follows. */
const EVENTS: Readonly<Record<string, string>> = messages({
  'sign-in': '%{who} signed in',
  'sign-in-failed': '%{who} tried to sign in with a wrong password',
  'sign-out': '%{who} signed out',
  'password-change': '%{who} changed their password',
  'password-reset': '%{who} reset their password with a code',
  'test-send': '%{who} sent a test',
  export: '%{who} exported',
  import: '%{who} imported',
});
/** Events whose sentence ends with their subject. */
const GOES_ON = ['export', 'import'];
const NAMED_EVENT = message('%{who} %{did}');
const NOBODY = messages({ change: 'The system', event: 'Someone' });
const AND_MORE = message('%{fields} and more');
/** Titles of fields that one sentence names, and the column that has them. */
const NAMED = 4;
const TITLES = 'titles';

/**
 * What happened, as a sentence for people: `Malee changed the text, tags of the template Welcome`. It is a stored
 * text, translated into the language of the reader.
 * @param model the audit log, whose choices know every entity and operation
 * @param record SQL of what the record was called
 */
export function changeSentence(model: EntityModel, tables: readonly EntityModel[], record: string): string {
  const kinds = choicesOf(model, 'entity').map(([value, label]) => [value, lower(label)] as const);
  const about = `'who', ${orText('user_name', NOBODY.change)}, 'kind', ${chosen('entity', kinds, 'to_jsonb(entity)')},
     'record', coalesce(${record}, '')`;
  const sentence = storedText(
    sentenceOf(model, CHANGES, (label) => (isPast(label) ? NAMED_CHANGE : OTHER_CHANGE), CHANGES['update']),
    `${about}, 'did', ${namedOperations(model, CHANGES)}`,
  );
  const ofFields = storedText(quoteLiteral(CHANGED_FIELDS), `${about}, 'fields', ${TITLES}`);
  return `(SELECT CASE WHEN operation = 'update' AND ${TITLES} IS NOT NULL THEN ${storedSql(ofFields)}
    ELSE ${storedSql(sentence)} || coalesce(': ' || ${storedSql(TITLES)}, '') END
    FROM (SELECT ${changedFields(tables)} AS ${TITLES}) AS changed)`;
}

/** What happened without a change: `Malee signed in`, `Malee exported 525 rows of the list Audience`. */
export function eventSentence(model: EntityModel): string {
  const sentence = storedText(
    sentenceOf(model, EVENTS, () => NAMED_EVENT, NAMED_EVENT),
    `'who', ${orText('coalesce(user_name, username)', NOBODY.event)}, 'did', ${namedOperations(model, EVENTS)}`,
  );
  const before = `CASE WHEN operation IN (${GOES_ON.map(quoteLiteral).join(', ')}) THEN ' ' ELSE ': ' END`;
  return `${storedSql(sentence)} || coalesce(${before} || nullif(detail, ''), '')`;
}

const isPast = (label: string): boolean => /^\w+d$/.test(label);

/** The sentence of each operation: its own, or one that holds its label. */
function sentenceOf(
  model: EntityModel,
  own: Readonly<Record<string, string>>,
  other: (label: string) => string,
  otherwise = '',
): string {
  const named = choicesOf(model, 'operation').filter(([value]) => own[value] === undefined);
  const sentences = [
    ...Object.entries(own),
    ...named.map(([value, label]) => [value, other(label)] as const),
  ];
  return chosen(
    'operation',
    sentences.map(([value, english]) => [value, quoteLiteral(english)]),
    quoteLiteral(otherwise),
  );
}

/** The labels of operations that have no sentence of their own. */
function namedOperations(model: EntityModel, own: Readonly<Record<string, string>>): string {
  const named = choicesOf(model, 'operation').filter(([value]) => own[value] === undefined);
  return chosen(
    'operation',
    named.map(([value, label]) => [value, isPast(label) ? lower(label) : text(label)]),
    'to_jsonb(operation)',
  );
}

/** Stored texts as SQL of their JSON. */
const storedText = (english: string, values: string): string =>
  `jsonb_build_array(${english}, jsonb_build_object(${values}))`;
const text = (english: string): string => storedText(quoteLiteral(english), '');
const lower = (english: string): string =>
  `jsonb_build_array(${quoteLiteral(english)}, jsonb_build_object(), 1)`;
const orText = (value: string, english: string): string => `coalesce(to_jsonb(${value}), ${text(english)})`;

const choicesOf = (model: EntityModel, name: string): (readonly [string, string])[] =>
  (fieldNamed(model, name)?.choices ?? []).map(({ value, label }) => [String(value), label]);

/** SQL of the JSON of the titles of the fields that a change of a record touched; NULL where it was made or deleted. */
function changedFields(tables: readonly EntityModel[]): string {
  const titles = tables.flatMap(({ name, fields }) =>
    fields.map((field) => [`${name} ${field.name}`, quoteLiteral(field.title)] as const),
  );
  const title = chosen(`entity || ' ' || key`, titles, 'NULL');
  const touched = `SELECT ${title} AS title FROM jsonb_object_keys(before || after) AS key
    WHERE before -> key IS DISTINCT FROM after -> key`;
  const one = 'jsonb_build_array(title, jsonb_build_object(), 1)';
  const first = `jsonb_build_array(NULL) || to_jsonb((array_agg(${one} ORDER BY lower(title)) FILTER (WHERE title IS NOT NULL))[1:${NAMED}])`;
  const whole = `CASE WHEN count(title) > ${NAMED} THEN ${storedText(quoteLiteral(AND_MORE), `'fields', ${first}`)} ELSE ${first} END`;
  return `(SELECT ${whole} FROM (${touched}) AS touched HAVING count(title) > 0)`;
}

/** The SQL for a value: `CASE value WHEN … THEN … END`. */
function chosen(value: string, of: readonly (readonly [string, string])[], otherwise: string): string {
  const cases = of.map(([key, sql]) => `WHEN ${quoteLiteral(key)} THEN ${sql}`);
  return cases.length === 0 ? otherwise : `CASE ${value} ${cases.join(' ')} ELSE ${otherwise} END`;
}

const fieldNamed = (model: EntityModel, name: string): FieldModel | undefined =>
  model.fields.find((field) => field.name === name);
