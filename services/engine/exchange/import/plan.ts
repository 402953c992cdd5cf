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

/** How a person wants a file read; plain data, so that a job can keep it. */
export interface ImportPlan {
  /** For each column of the file the column of the layout that it is, or null where it is left out. */
  mapping: (string | null)[];
  /** Zone on whose clock times are read. */
  zone: string;
}

export const layoutOf = ({ actions }: Services, { model }: Resource): ImportLayout =>
  actions.importLayout(model.name) ?? ROW_PER_RECORD;

const folded = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');

/** The columns of a file that say by name or title what they are. */
export function mappingOf({ head }: SheetFile, columns: readonly LayoutColumn[]): (string | null)[] {
  const taken = new Set<string>();
  return head.map((title) => {
    const found = columns.find(
      (column) =>
        !taken.has(column.name) &&
        [column.name, column.title, t(column.title)].some((one) => folded(one) === folded(title)),
    );
    if (found) taken.add(found.name);
    return found?.name ?? null;
  });
}

/** @throws ApiError 422 naming what is wrong */
export function readPlan(
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
  const seen = new Set<string>();
  const read = mapping.map((name: unknown, at) => {
    if (name === null) return null;
    if (typeof name !== 'string' || !names.includes(name))
      throw invalid({ [`/mapping/${at}`]: unknownNameMessage('field', name, names) });
    const title = columns.find((column) => column.name === name)?.title ?? name;
    if (seen.has(name))
      throw invalid({
        [`/mapping/${at}`]: t('%{title} is chosen for another column already', { title: t(title) }),
      });
    seen.add(name);
    return name;
  });
  const missing = columns.find(({ name, key }) => key && !seen.has(name));
  if (missing)
    throw invalid({
      '/mapping': t('Choose the column that holds %{title}: it says which record a row is about', {
        title: t(missing.title),
      }),
    });
  return { mapping: read, zone };
}

/** @throws ApiError 404 where the entity takes no files */
export function keyOf({ model }: Resource): string[] {
  if (!model.features.import) throw notFound();
  return model.features.import.key;
}

/** @throws ApiError 403 for who may neither create nor change */
export const mayImport = ({ model }: Resource, { rights }: Caller): boolean =>
  rights.may(model.name, 'create') || rights.may(model.name, 'update');
