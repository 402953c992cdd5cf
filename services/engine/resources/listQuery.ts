import { MAX_SEARCH_UNITS } from '../../../schemas/model/listCalls.ts';
import { isOperators } from '../../../schemas/model/match.ts';
import { parseValue, traitsOf } from '../../../schemas/model/fieldTypes.ts';
import { nearestWord } from '../../../schemas/model/didYouMean.ts';
import { SYSTEM_FIELDS } from '../../../schemas/model/systemFields.ts';
import type {
  EntityModel,
  FieldModel,
  Json,
  Match,
  MatchOperators,
  MatchTest,
  SortModel,
} from '../../../schemas/model/types.ts';
import { isStorable } from '../http/bodies.ts';
import type { Rights } from '../http/access.ts';
import { malformed } from '../http/errors.ts';
import { messages, t } from '../../../schemas/texts/translate.ts';

export const MAX_TAKE = 101;
export const DEFAULT_TAKE = 20;
/** Rows that may be skipped after a cursor; deep pages are reached by cursors. */
export const MAX_SKIP = 10_000;
/** Values of one filter, joined by OR. */
export const MAX_FILTER_VALUES = 100;

/** Query parameters of a request; repeated ones are lists. */
export type RawQuery = Record<string, string | string[] | undefined>;

interface PageQuery {
  take: number;
  skip: number;
  cursorId?: string;
}
export interface ListQuery extends PageQuery {
  keyword?: string;
  sort?: SortModel;
  /** The condition of the filters. */
  where?: Match;
}

const PAGE_PARAMETERS = ['take', 'cursorId', 'skip'];
const LIST_PARAMETERS = [...PAGE_PARAMETERS, 'keyword', 'sort'];
const RANGE_OPERATORS = new Set(['gte', 'lte', 'gt', 'lt']);
const FILTERABLE_SYSTEM_FIELDS = new Set(['id', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy']);

/** Fields that a query may filter by. */
export function filterFields(model: EntityModel): FieldModel[] {
  // Events have no author, and their storage time has no index.
  const system = SYSTEM_FIELDS.filter(({ name }) =>
    model.events ? name === 'id' || name === 'createdAt' : FILTERABLE_SYSTEM_FIELDS.has(name),
  );
  return [
    ...model.fields.filter((field) => !field.secret && !field.computed && traitsOf(field).filterable),
    ...system,
  ];
}

/** Fields that a list may be sorted by. */
export function sortFields(model: EntityModel): string[] {
  // The storage time of events has no index; their `createdAt` is when they happened.
  const system = SYSTEM_FIELDS.filter(({ name }) => !model.events || name !== 'updatedAt');
  return [...model.fields, ...system]
    .filter((field) => !field.secret && field.column !== false && field.column.sortable)
    .map((field) => field.name);
}

/** Whether a field can be filtered with `gte`, `lte`, `gt` and `lt`. */
export function isRanged(field: FieldModel): boolean {
  return traitsOf(field).rangeFilterable;
}

/** The part of a person's rights that decides which fields a query may use. */
type ReadRights = Pick<Rights, 'holds'>;

/** Creates the parser of one entity's list queries: once per entity, so that a request only does lookups. */
export function createListQueryParser(model: EntityModel): {
  list(query: RawQuery, rights: ReadRights): ListQuery;
  page(query: RawQuery): PageQuery;
  counts(query: RawQuery, rights: ReadRights): { by: FieldModel; keyword?: string; where?: Match };
  /** The tags field whose values are requested. */
  values(query: RawQuery, rights: ReadRights): { by: FieldModel; keyword?: string };
} {
  const fields = new Map(filterFields(model).map((field) => [field.name, field]));
  const sortable = new Set(sortFields(model));
  const readRightByField = new Map(
    model.fields.flatMap(({ name, access }) => (access.read ? [[name, access.read] as const] : [])),
  );
  // Sorting or filtering by a hidden field would reveal its values.
  const isHidden = (name: string, rights: ReadRights): boolean => {
    const needed = readRightByField.get(name);
    return needed !== undefined && !rights.holds(needed, 'read');
  };
  const visibleNames = (names: Iterable<string>, rights: ReadRights): string[] =>
    [...names].filter((name) => !isHidden(name, rights));

  function readSort(raw: string, rights: ReadRights): SortModel {
    const descending = raw.startsWith('-');
    const field = descending ? raw.slice(1) : raw;
    if (!sortable.has(field) || isHidden(field, rights))
      throw malformed(unknownWordMessage(UNKNOWN_WORD_MESSAGES.sort, field, visibleNames(sortable, rights)));
    return { field, order: descending ? 'DESC' : 'ASC' };
  }

  function readFilters(query: RawQuery, parameters: string[], rights: ReadRights): Match | undefined {
    let where: Record<string, MatchTest> | undefined;
    for (const [key, raw] of Object.entries(query)) {
      if (raw === undefined || parameters.includes(key)) continue;
      const dot = key.lastIndexOf('.');
      const range = dot > 0 ? key.slice(dot + 1) : undefined;
      const isRange = range !== undefined && RANGE_OPERATORS.has(range);
      const field = fields.get(isRange ? key.slice(0, dot) : key);
      if (!field || isHidden(field.name, rights) || (isRange && !isRanged(field))) {
        throw malformed(
          unknownWordMessage(UNKNOWN_WORD_MESSAGES.parameter, key, [
            ...parameters,
            ...visibleNames(fields.keys(), rights),
          ]),
        );
      }
      where ??= {};
      if (isRange) {
        where[field.name] = {
          ...toOperators(where[field.name]),
          [range]: readValue(field, requireSingle(key, raw)),
        };
      } else {
        const texts = [raw].flat();
        if (texts.length > MAX_FILTER_VALUES)
          throw malformed(
            t('%{key} may be given at most %{maxValues} times', { key, maxValues: MAX_FILTER_VALUES }),
          );
        const values = texts.map((text) => readValue(field, text));
        const range = where[field.name] as MatchOperators | undefined;
        where[field.name] = range
          ? { ...range, in: values }
          : values.length === 1
            ? (values[0] ?? null)
            : values;
      }
    }
    return where;
  }

  const keywordOf = (query: RawQuery): string | undefined => {
    const keyword = query['keyword'] === undefined ? '' : readText('keyword', query['keyword']).trim();
    return keyword === '' ? undefined : keyword;
  };

  return {
    list: (query, rights) => ({
      ...readPage(query),
      keyword: keywordOf(query),
      sort: query['sort'] === undefined ? undefined : readSort(requireSingle('sort', query['sort']), rights),
      where: readFilters(query, LIST_PARAMETERS, rights),
    }),
    page: (query) => {
      const unknownKey = Object.keys(query).find((key) => !PAGE_PARAMETERS.includes(key));
      if (unknownKey !== undefined)
        throw malformed(unknownWordMessage(UNKNOWN_WORD_MESSAGES.parameter, unknownKey, PAGE_PARAMETERS));
      return readPage(query);
    },
    counts: (query, rights) => {
      const name = query['by'] === undefined ? '' : requireSingle('by', query['by']);
      const by = fields.get(name);
      if (!by?.choices || isHidden(name, rights)) {
        const choices = [...fields.values()].filter((field) => field.choices).map((field) => field.name);
        throw malformed(
          unknownWordMessage(UNKNOWN_WORD_MESSAGES.countBy, name, visibleNames(choices, rights)),
        );
      }
      return { by, keyword: keywordOf(query), where: readFilters(query, ['by', 'keyword'], rights) };
    },
    values: ({ by: rawBy, keyword, ...others }, rights) => {
      readFilters(others, [], rights);
      const name = rawBy === undefined ? '' : requireSingle('by', rawBy);
      const by = fields.get(name);
      if (!by || by.type !== 'tags' || isHidden(name, rights)) {
        const tags = [...fields.values()].filter(({ type }) => type === 'tags');
        const names = visibleNames(
          tags.map((field) => field.name),
          rights,
        );
        throw malformed(unknownWordMessage(UNKNOWN_WORD_MESSAGES.tags, name, names));
      }
      return { by, keyword: keywordOf({ keyword }) };
    },
  };
}

/** Converts a short test (a value or a list of values) to operators, so that a range can be added. */
function toOperators(test: MatchTest | undefined): MatchOperators {
  if (test === undefined) return {};
  if (Array.isArray(test)) return { in: test };
  return isOperators(test) ? test : { in: [test] };
}

function readPage(query: RawQuery): PageQuery {
  const cursor = query['cursorId'];
  return {
    take: readInteger('take', query['take'], DEFAULT_TAKE, 1, MAX_TAKE),
    skip: readInteger('skip', query['skip'], 0, 0, MAX_SKIP),
    cursorId: cursor === undefined ? undefined : readText('cursorId', cursor),
  };
}

function readInteger(
  key: string,
  raw: string | string[] | undefined,
  fallback: number,
  minimum: number,
  maximum: number,
): number {
  if (raw === undefined) return fallback;
  const text = requireSingle(key, raw);
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) {
    throw malformed(
      t('%{key} must be a whole number from %{minimum} to %{maximum}', { key, minimum, maximum }),
    );
  }
  return value;
}

function readText(key: string, raw: string | string[]): string {
  const text = requireSingle(key, raw);
  if (text.length > MAX_SEARCH_UNITS || !isStorable(text))
    throw malformed(
      t('%{key} is not a text of at most %{maxSearch} characters', { key, maxSearch: MAX_SEARCH_UNITS }),
    );
  return text;
}

/** Parses a filter's value in the field's type. */
function readValue(field: FieldModel, raw: string): Json {
  const text = readText(field.name, raw);
  const value = parseValue(field, text);
  if (value !== undefined) return value;
  if (!field.choices)
    throw malformed(
      t('%{name} must be %{expects}', { name: field.name, expects: t(traitsOf(field).expectedFormat) }),
    );
  const choices = field.choices.map((choice) => String(choice.value));
  throw malformed(unknownWordMessage(UNKNOWN_WORD_MESSAGES.value, text, choices, field.name));
}

function requireSingle(key: string, raw: string | string[]): string {
  if (Array.isArray(raw)) throw malformed(t('%{key} may be given once', { key }));
  return raw;
}

/** Messages for an unknown word: with the nearest known one, or with all known ones. */
const UNKNOWN_WORD_MESSAGES = {
  sort: messages({
    near: 'Unknown sort field "%{word}"; did you mean "%{near}"?',
    valid: 'Unknown sort field "%{word}"; valid: %{words}',
  }),
  parameter: messages({
    near: 'Unknown query parameter "%{word}"; did you mean "%{near}"?',
    valid: 'Unknown query parameter "%{word}"; valid: %{words}',
  }),
  countBy: messages({
    near: 'Unknown field to count by "%{word}"; did you mean "%{near}"?',
    valid: 'Unknown field to count by "%{word}"; valid: %{words}',
  }),
  tags: messages({
    near: 'Unknown field of tags "%{word}"; did you mean "%{near}"?',
    valid: 'Unknown field of tags "%{word}"; valid: %{words}',
  }),
  value: messages({
    near: 'Unknown value of %{name} "%{word}"; did you mean "%{near}"?',
    valid: 'Unknown value of %{name} "%{word}"; valid: %{words}',
  }),
};

/** @param name field of the value, for `UNKNOWN_WORD_MESSAGES.value` */
function unknownWordMessage(
  texts: { near: string; valid: string },
  word: string,
  words: Iterable<string>,
  name?: string,
): string {
  const known = [...words];
  const shown = word.slice(0, 100);
  const nearest = nearestWord(shown, known);
  return nearest === undefined
    ? t(texts.valid, { word: shown, words: known.join(', ') || t('none'), name })
    : t(texts.near, { word: shown, near: nearest, name });
}
