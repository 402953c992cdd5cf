import { unknownNameMessage } from '../../../../schemas/model/didYouMean.ts';
import { systemFieldsOf } from '../../../../schemas/model/systemFields.ts';
import type { FieldModel, Match } from '../../../../schemas/model/types.ts';
import { isZone } from '../../../../schemas/model/zonedTime.ts';
import { invalid } from '../../http/errors.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { EventReferenceFilter } from '../../resources/repositoryList.ts';
import type { RawQuery } from '../../resources/listQuery.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { requireObject, rejectUnknownFields } from '../../resources/write/validateRecord.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Formats that every list has; an entity may have more of its own. */
export const FORMATS = ['csv', 'xlsx'] as const;
export type Format = (typeof FORMATS)[number];

/** How a list is exported; plain data, so that a job can store it. */
export interface ExportPlan {
  /** A common format, or one of the entity's own. */
  format: string;
  /** Field names in order. */
  columns: string[];
  /** Time zone in which times are written. */
  zone: string;
  /** Keyword, sort and filters of the list. */
  query: RawQuery;
  /** Further conditions, chosen by the services. */
  where?: Match;
  /** Only records that events of a time refer to. */
  inEvents?: Omit<EventReferenceFilter, 'model'> & { entity: string };
  /** Written for people alone, never to be read in again: yes and no in words, times with their seconds. */
  readable?: boolean;
}

const MAX_COLUMNS = 200;

/** @throws ApiError 422 naming what is wrong; 403 is for who may not read the entity at all */
export function parseExportPlan(resource: Resource, caller: Caller, body: unknown): ExportPlan {
  const { format = 'csv', columns, zone = 'UTC', query = {}, ...rest } = requireObject(body);
  rejectUnknownFields(rest);
  const ownFormats = Object.entries(resource.model.features.formats).filter(
    ([, { writes }]) => writes !== undefined,
  );
  const formats: string[] = [...FORMATS, ...ownFormats.map(([id]) => id)];
  const chosenFormat = formats.find((one) => one === format);
  if (chosenFormat === undefined) throw invalid({ '/format': unknownNameMessage('format', format, formats) });
  if (typeof zone !== 'string' || !isZone(zone))
    throw invalid({ '/zone': t('A time zone such as Asia/Bangkok or +07:00 is expected') });
  const columnNames = columnsOf(resource, caller, columns).map((field) => field.name);
  const { scope } = resource;
  const scopeFilter = scope && { [scope.field]: scope.id };
  return { format: chosenFormat, columns: columnNames, zone, query: { ...queryOf(query), ...scopeFilter } };
}

/** The fields of the chosen columns; without a choice, those of the list. @throws ApiError 422 */
export function columnsOf({ model }: Resource, { rights }: Caller, columns: unknown): FieldModel[] {
  const exportableFields = [...model.fields, ...systemFieldsOf(model.fields)].filter(
    ({ secret, constant, access, computed }) =>
      !secret &&
      constant === undefined &&
      computed?.verb === undefined &&
      (!access.read || rights.holds(access.read, 'read')),
  );
  const names =
    columns ?? model.list.columns.filter((name) => exportableFields.some((field) => field.name === name));
  if (!Array.isArray(names) || names.length === 0 || names.length > MAX_COLUMNS)
    throw invalid({
      '/columns': t('A list of 1 to %{maxColumns} field names is expected', { maxColumns: MAX_COLUMNS }),
    });
  return [...new Set(names)].map((name: unknown, index) => {
    const field = exportableFields.find((one) => one.name === name);
    if (field) return field;
    const possibleNames = exportableFields.map((one) => one.name);
    throw invalid({ [`/columns/${index}`]: unknownNameMessage('column', name, possibleNames) });
  });
}

/** A list's query, as in its URL. @throws ApiError 422 */
export function queryOf(query: unknown): RawQuery {
  const entries = Object.entries(requireObject(query));
  for (const [name, value] of entries) {
    const texts = Array.isArray(value) ? value : [value];
    if (!texts.every((text) => typeof text === 'string'))
      throw invalid({ [`/query/${name}`]: t('A text or a list of texts is expected') });
  }
  return Object.fromEntries(entries) as RawQuery;
}
