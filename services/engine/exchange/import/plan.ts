import { isZone } from '../../../../schemas/model/zonedTime.ts';
import { unknownNameMessage } from '../../../../schemas/model/didYouMean.ts';
import { invalid, notFound } from '../../http/errors.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { ROW_PER_RECORD } from './layout.ts';
import type { ImportLayout, LayoutColumn } from '../../resources/importLayout.ts';
import type { SheetFile } from './sheet.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** How a file is imported; plain data, so that a job can store it. */
export interface ImportPlan {
  /** The layout's column for each column of the file, or null where it is ignored. */
  mapping: (string | null)[];
  /** Time zone in which times are read. */
  zone: string;
}

export const layoutOf = ({ actions }: Services, { model }: Resource): ImportLayout =>
  actions.importLayout(model.name) ?? ROW_PER_RECORD;

const normalizeTitle = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');

/** Maps the columns of a file whose title equals a column's name or title. */
export function guessMapping({ head }: SheetFile, columns: readonly LayoutColumn[]): (string | null)[] {
  const usedNames = new Set<string>();
  return head.map((title) => {
    const match = columns.find(
      (column) =>
        !usedNames.has(column.name) &&
        [column.name, column.title, t(column.title)].some(
          (one) => normalizeTitle(one) === normalizeTitle(title),
        ),
    );
    if (match) usedNames.add(match.name);
    return match?.name ?? null;
  });
}

/** @throws ApiError 422 naming what is wrong */
export function parseImportPlan(
  { mapping, zone = 'UTC' }: Record<string, unknown>,
  { head }: SheetFile,
  columns: readonly LayoutColumn[],
): ImportPlan {
  if (typeof zone !== 'string' || !isZone(zone))
    throw invalid({ '/zone': t('A time zone such as Asia/Bangkok or +07:00 is expected') });
  if (!Array.isArray(mapping) || mapping.length !== head.length)
    throw invalid({
      '/mapping': t('A list of %{count} field names or nulls is expected', { count: head.length }),
    });
  const names = columns.map(({ name }) => name);
  const chosen = new Set<string>();
  const parsedMapping = mapping.map((name: unknown, at) => {
    if (name === null) return null;
    if (typeof name !== 'string' || !names.includes(name))
      throw invalid({ [`/mapping/${at}`]: unknownNameMessage('field', name, names) });
    const title = columns.find((column) => column.name === name)?.title ?? name;
    if (chosen.has(name))
      throw invalid({
        [`/mapping/${at}`]: t('%{title} is chosen for another column already', { title: t(title) }),
      });
    chosen.add(name);
    return name;
  });
  const missing = columns.find(({ name, key }) => key && !chosen.has(name));
  if (missing)
    throw invalid({
      '/mapping': t('Choose the column that holds %{title}: it says which record a row is about', {
        title: t(missing.title),
      }),
    });
  return { mapping: parsedMapping, zone };
}

/** The fields that identify a record. @throws ApiError 404 where the entity has no import */
export function importKeyOf({ model }: Resource): string[] {
  if (!model.features.import) throw notFound();
  return model.features.import.key;
}

/** Whether the caller may create or change records of the entity. */
export const mayImport = ({ model }: Resource, { rights }: Caller): boolean =>
  rights.may(model.name, 'create') || rights.may(model.name, 'update');
