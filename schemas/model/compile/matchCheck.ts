import {
  CONTEXT_PATHS,
  FIGURES,
  IN_USE,
  isContextReference,
  isOperators,
  MATCH_OPERATORS,
  SETTINGS,
} from '../match.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import { SYSTEM_FIELDS } from '../systemFields.ts';
import type { FieldModel, Match, MatchTest, ProductModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** What a condition may refer to. */
interface MatchScope {
  /** Siblings of the field with the condition. */
  siblings: FieldModel[];
  /** The record's fields, for paths from `/`. */
  root: FieldModel[];
  context: Pick<ProductModel, 'entities' | 'access'>;
  /** Evaluated with the whole record, so that `$inUse` is available. */
  ofField?: boolean;
  /** Evaluated by the services alone, so that `$settings` and `$figures` are available. */
  ofServices?: boolean;
}

/**
 * Checks that a condition can be met: paths name fields, operators exist, values compared with choices are choices, and
 * context paths exist.
 */
export function checkMatch(
  match: Match | undefined,
  scope: MatchScope,
  path: string,
  problems: Problems,
): void {
  for (const [key, test] of Object.entries(match ?? {})) {
    if (key === 'all' || key === 'any') {
      (test as Match[]).forEach((part, index) =>
        checkMatch(part, scope, `${path}${jsonPointer(key, index)}`, problems),
      );
    } else if (key === 'not') checkMatch(test as Match, scope, `${path}/not`, problems);
    else checkTest(key, test as MatchTest, scope, `${path}${jsonPointer(key)}`, problems);
  }
}

function checkTest(key: string, test: MatchTest, scope: MatchScope, path: string, problems: Problems): void {
  const choices = key.startsWith('$')
    ? contextChoices(key.slice(1), scope, path, problems)
    : fieldChoices(key, scope, path, problems);
  if (isOperators(test)) {
    for (const operator of Object.keys(test)) {
      if (!(MATCH_OPERATORS as readonly string[]).includes(operator))
        problems.add(path, unknownNameMessage('operator', operator, MATCH_OPERATORS));
    }
  }
  const values: unknown[] = isOperators(test) ? Object.values(test).flat() : [test].flat();
  for (const value of values) {
    if (isContextReference(value)) contextChoices(value.context, scope, path, problems);
    else if (choices && typeof value === 'string' && !choices.includes(value))
      problems.add(path, unknownNameMessage('value', value, choices.map(String)));
  }
}

/** The possible values of a context path; undefined where any. */
function contextChoices(
  name: string,
  { context, ofField, ofServices }: MatchScope,
  path: string,
  problems: Problems,
): unknown[] | undefined {
  if (name === 'user.roles') return Object.keys(context.access.roles);
  if (ofServices && name.startsWith(FIGURES)) return undefined;
  if (ofServices && name.startsWith(SETTINGS)) return settingChoices(name, context.entities, path, problems);
  if (!name.startsWith(IN_USE)) {
    if (!(CONTEXT_PATHS as readonly string[]).includes(name))
      problems.add(path, unknownNameMessage('context', name, CONTEXT_PATHS));
    return undefined;
  }
  if (!ofField) {
    problems.add(path, 'values in use are known to conditions of fields only');
    return undefined;
  }
  const choiceFields = context.entities.flatMap((entity) =>
    entity.fields.filter((field) => field.choices).map((field) => ({ entity, field })),
  );
  const found = choiceFields.find(({ entity, field }) => `${IN_USE}${entity.name}.${field.name}` === name);
  const names = choiceFields.map(({ entity, field }) => `${IN_USE}${entity.name}.${field.name}`);
  if (!found) problems.add(path, unknownNameMessage('field with choices', name, names));
  return found?.field.choices?.map((choice) => choice.value);
}

/** The choices of a field of a workspace's single record. */
function settingChoices(
  name: string,
  entities: ProductModel['entities'],
  path: string,
  problems: Problems,
): unknown[] | undefined {
  const settings = entities
    .filter(({ single }) => single === 'workspace')
    .flatMap((entity) => entity.fields.map((field) => ({ entity, field })))
    .filter(({ field }) => !field.secret);
  const nameOf = ({ entity, field }: (typeof settings)[number]): string =>
    `${SETTINGS}${entity.name}.${field.name}`;
  const found = settings.find((setting) => nameOf(setting) === name);
  if (!found) problems.add(path, unknownNameMessage('setting', name, settings.map(nameOf)));
  return found?.field.choices?.map((choice) => choice.value);
}

function fieldChoices(
  key: string,
  { siblings, root }: MatchScope,
  path: string,
  problems: Problems,
): unknown[] | undefined {
  const fields = [...(key.startsWith('/') ? root : siblings), ...SYSTEM_FIELDS];
  const field = findField(key.replace(/^\//, '').split(/[./]/), fields, path, problems);
  return (field?.item ?? field)?.choices?.map((choice) => choice.value);
}

function findField(
  segments: string[],
  fields: FieldModel[],
  path: string,
  problems: Problems,
): FieldModel | undefined {
  const [name = '', ...rest] = segments;
  const field = fields.find((one) => one.name === name);
  if (!field) {
    const names = fields.map((one) => one.name);
    problems.add(path, unknownNameMessage('field', name, names));
    return undefined;
  }
  if (rest.length === 0 || !field.fields) return field;
  return findField(rest, field.fields, path, problems);
}
