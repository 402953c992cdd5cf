import { CONTEXT_PATHS, isContextReference, isOperators, MATCH_OPERATORS } from '../match.ts';
import { unknownWord } from '../nearest.ts';
import { SYSTEM_FIELDS } from '../systemFields.ts';
import type { FieldModel, Match, MatchTest } from '../types.ts';
import { at, type Problems } from './problems.ts';

/**
 * Whether a condition can be met at all: its paths name fields (`siblings` beside the field that carries it, `root`
 * for paths from `/`), its operators exist, and values compared with choices are choices.
 */
export function checkMatch(
  match: Match | undefined,
  siblings: FieldModel[],
  root: FieldModel[],
  path: string,
  problems: Problems,
): void {
  for (const [key, test] of Object.entries(match ?? {})) {
    if (key === 'all' || key === 'any') {
      (test as Match[]).forEach((part, index) =>
        checkMatch(part, siblings, root, `${path}${at(key, index)}`, problems),
      );
    } else if (key === 'not') checkMatch(test as Match, siblings, root, `${path}/not`, problems);
    else if (key.startsWith('$')) checkContext(key.slice(1), `${path}${at(key)}`, problems);
    else
      checkTest(
        key,
        test as MatchTest,
        key.startsWith('/') ? [...root, ...SYSTEM_FIELDS] : [...siblings, ...SYSTEM_FIELDS],
        path,
        problems,
      );
  }
}

function checkContext(name: string, path: string, problems: Problems): void {
  if (!(CONTEXT_PATHS as readonly string[]).includes(name))
    problems.add(path, unknownWord('context', name, CONTEXT_PATHS));
}

function checkTest(
  key: string,
  test: MatchTest,
  fields: FieldModel[],
  path: string,
  problems: Problems,
): void {
  const field = findField(key.replace(/^\//, '').split(/[./]/), fields, `${path}${at(key)}`, problems);
  const values = isOperators(test) ? Object.values(test) : [test];
  for (const value of values.flat()) {
    if (isContextReference(value)) checkContext(value.context, `${path}${at(key)}`, problems);
  }
  if (isOperators(test)) {
    for (const operator of Object.keys(test)) {
      if (!(MATCH_OPERATORS as readonly string[]).includes(operator)) {
        problems.add(`${path}${at(key)}`, unknownWord('operator', operator, MATCH_OPERATORS));
      }
    }
    return;
  }
  const choices = field?.choices?.map((choice) => choice.value);
  for (const value of [test].flat()) {
    if (choices && typeof value === 'string' && !choices.includes(value)) {
      problems.add(`${path}${at(key)}`, unknownWord('value', value, choices.map(String)));
    }
  }
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
    problems.add(
      path,
      unknownWord(
        'field',
        name,
        fields.map((one) => one.name),
      ),
    );
    return undefined;
  }
  if (rest.length === 0 || !field.fields) return field;
  return findField(rest, field.fields, path, problems);
}
