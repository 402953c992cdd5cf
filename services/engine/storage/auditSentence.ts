import type { EntityModel, FieldModel } from '../../../schemas/model/types.ts';
import { literal } from './sql.ts';

/** What is said of a change between its author and its record. */
const CHANGES: Record<string, string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  duplicate: 'made a copy of',
  restore: 'restored an earlier state of',
  'reset-password': 'reset the password of',
};
/** What is said of events that change no record. */
const EVENTS: Record<string, string> = {
  'sign-in': 'signed in',
  'sign-in-failed': 'tried to sign in with a wrong password',
  'sign-out': 'signed out',
  'password-change': 'changed their password',
  'password-reset': 'reset their password with a code',
  'test-send': 'sent a test',
};
/** Titles of fields that one sentence names. */
const NAMED = 4;

/**
 * What happened, as a sentence for people: `Malee changed the template Welcome: text, tags`.
 * @param model the audit log, whose choices know every entity and operation
 * @param record SQL of what the record was called
 */
export function changeSentence(model: EntityModel, tables: readonly EntityModel[], record: string): string {
  const verb = chosen('operation', wordsOf(model, 'operation', CHANGES), "'changed'");
  const kind = chosen('entity', kinds(model), 'entity');
  return `coalesce(user_name, 'The system') || ' ' || ${verb} || ' the ' || ${kind}
    || coalesce(' ' || nullif(${record}, ''), '') || coalesce(': ' || ${changedFields(tables)}, '')`;
}

/** What happened without a change: `Malee signed in`, `Malee exported 525 rows of the list Audience`. */
export function eventSentence(model: EntityModel): string {
  const words = { ...wordsOf(model, 'operation', EVENTS), export: 'exported', import: 'imported' };
  return `coalesce(user_name, username, 'Someone') || ' ' || ${chosen('operation', words, 'operation')}
    || coalesce(': ' || nullif(detail, ''), '')`;
}

/** Each operation in words; one of an entity's own by its label. */
function wordsOf(model: EntityModel, name: string, stated: Record<string, string>): Record<string, string> {
  const choices = fieldNamed(model, name)?.choices ?? [];
  const own = choices.map(({ value, label }) => {
    const said = /^\w+d$/.test(label) ? label.toLowerCase() : `did “${label}” on`;
    return [String(value), stated[String(value)] ?? said] as const;
  });
  return Object.fromEntries(own);
}

const kinds = (model: EntityModel): Record<string, string> =>
  Object.fromEntries(
    (fieldNamed(model, 'entity')?.choices ?? []).map(({ value, label }) => [
      String(value),
      label.toLowerCase(),
    ]),
  );

/** The titles of the fields that a change of a record touched, as one text; nothing where it was made or deleted. */
function changedFields(tables: readonly EntityModel[]): string {
  const titles = Object.fromEntries(
    tables.flatMap(({ name, fields }) =>
      fields.map((field) => [`${name} ${field.name}`, field.title.toLowerCase()]),
    ),
  );
  const title = chosen(`entity || ' ' || key`, titles, 'NULL');
  const touched = `SELECT ${title} AS title FROM jsonb_object_keys(before || after) AS key
    WHERE before -> key IS DISTINCT FROM after -> key`;
  return `(SELECT array_to_string((array_agg(title ORDER BY title))[1:${NAMED}], ', ')
    || CASE WHEN count(title) > ${NAMED} THEN ' and more' ELSE '' END FROM (${touched}) AS touched HAVING count(title) > 0)`;
}

/** The words for a value: `CASE value WHEN … THEN … END`. */
function chosen(value: string, words: Record<string, string>, otherwise: string): string {
  const cases = Object.entries(words).map(([key, word]) => `WHEN ${literal(key)} THEN ${literal(word)}`);
  return cases.length === 0 ? otherwise : `CASE ${value} ${cases.join(' ')} ELSE ${otherwise} END`;
}

const fieldNamed = (model: EntityModel, name: string): FieldModel | undefined =>
  model.fields.find((field) => field.name === name);
