import { invalid } from '../../http/errors.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { FileFormat } from '../../resources/fileFormat.ts';
import type { Services } from '../../resources/services.ts';
import { readTextFiles } from './archive.ts';
import { layoutOf } from './plan.ts';
import { MAX_BYTES, MAX_ROWS, readSheet, tooLarge, tooManyRows, type SheetFile } from './sheet.ts';
import { orText } from '../../../../schemas/model/listText.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/**
 * Reads a file to import: in the formats of its entity where one of them has this extension, else as CSV.
 * @throws ApiError 413, 422 saying what is wrong with the file, and where
 */
export async function readImportFile(
  services: Services,
  resource: Resource,
  { name, content }: { name: string; content: Buffer },
): Promise<SheetFile> {
  const { maxRows = MAX_ROWS } = layoutOf(services, resource);
  const formats = findFormats(services, resource, name);
  if (formats.length === 0) return readSheet(content, maxRows);
  if (content.length > MAX_BYTES) throw tooLarge();
  const texts = await readTextFiles(content, name, (path) =>
    formats.some(({ format }) => format.acceptsPath?.(path) ?? true),
  );
  for (const { format, label } of formats) {
    const matching = texts.filter(({ path }) => format.acceptsPath?.(path) ?? true);
    const parsed = matching.length > 0 ? await format.read?.(matching) : undefined;
    if (!parsed) continue;
    if (parsed.rows.length > maxRows) throw tooManyRows(maxRows);
    if (parsed.rows.length === 0)
      throw invalid({
        '': t('%{file} is of %{format} and has no %{records} in it', {
          ...{ file: name, format: label, records: t(resource.model.plural).toLowerCase() },
        }),
      });
    return { ...parsed, format: label };
  }
  const labels = formats.map(({ label }) => label);
  throw invalid({
    '': t('%{file} is not of %{formats}: what such a file holds is not found in it', {
      ...{ file: name, formats: orText(labels) },
    }),
  });
}

/** The formats with the extension of this name, and their labels. */
function findFormats(
  { actions }: Services,
  { model }: Resource,
  name: string,
): { format: FileFormat; label: string }[] {
  return Object.entries(model.features.formats).flatMap(([id, { label, reads }]) => {
    const format = actions.fileFormat(model.name, id);
    const hasExtension = reads.some((ending) => name.toLowerCase().endsWith(ending));
    return format && hasExtension ? [{ format, label }] : [];
  });
}
