import type { EntityModel } from '../../../../schemas/model/types.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { FormatTools } from '../../resources/fileFormat.ts';
import type { Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import type { Database } from '../../storage/database.ts';
import { FILE_FORMATS } from './formats.ts';
import { FORMATS, type ExportPlan } from './plan.ts';
import type { ExportRows } from './rows.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** The content type of a format; an entity's own formats are plain text. */
export const typeOf = (format: string): string => commonFormatOf(format)?.type ?? 'text/plain; charset=utf-8';

/** Records that such a file can hold; undefined where there is no such limit. */
export const maxRecordsOf = (format: string): number | undefined => commonFormatOf(format)?.most;

export const extensionOf = ({ features }: EntityModel, format: string): string =>
  features.formats[format]?.writes ?? `.${format}`;

function commonFormatOf(format: string) {
  const known = FORMATS.find((one) => one === format);
  return known && FILE_FORMATS[known];
}

/** The export of a list into a file, in a common format or in one of its entity's own. */
export class ListFile {
  private readonly tools: FormatTools;

  constructor(
    private readonly resource: Resource,
    private readonly plan: ExportPlan,
    private readonly rows: ExportRows,
    private readonly services: Services,
    caller: Caller,
  ) {
    this.tools = { catalog: services.catalog, caller };
  }

  /** The file of a list with at most `maxRecords` records; undefined when there are more. */
  async readUpTo(
    maxRecords: number,
  ): Promise<{ count: number; chunks: AsyncGenerator<Uint8Array> } | undefined> {
    const { rows } = this;
    const { writeOwnFormat: write } = this;
    if (write) {
      const small = await rows.readUpTo(maxRecords, rows.records);
      return small && { count: small.count, chunks: write(small.pages, this.tools) };
    }
    const small = await rows.readUpTo(maxRecords, rows.cells);
    return small && { count: small.count, chunks: this.writeCommonFormat(small.pages) };
  }

  /** Writes the file of a list of any size, and calls `onWritten` with the number of records after each page. */
  all<T>(
    db: Database,
    onWritten: (records: number) => void,
    store: (chunks: AsyncGenerator<Uint8Array>) => Promise<T>,
  ): Promise<T> {
    const { rows, writeOwnFormat: write } = this;
    if (write)
      return rows.all(db, rows.records, (pages) => store(write(countPages(pages, onWritten), this.tools)));
    return rows.all(db, rows.cells, (pages) => store(this.writeCommonFormat(countPages(pages, onWritten))));
  }

  private get writeOwnFormat() {
    return this.services.actions.fileFormat(this.resource.model.name, this.plan.format)?.write;
  }

  private writeCommonFormat(pages: Parameters<(typeof FILE_FORMATS)['csv']['chunks']>[0]['pages']) {
    const { model } = this.resource;
    const headers = this.rows.columns.map((field) => t(field.title));
    return (commonFormatOf(this.plan.format) ?? FILE_FORMATS.csv).chunks({
      name: t(model.plural),
      headers,
      pages,
    });
  }
}

async function* countPages<T>(
  pages: AsyncIterable<T[]>,
  onWritten: (records: number) => void,
): AsyncGenerator<T[]> {
  for await (const page of pages) {
    yield page;
    onWritten(page.length);
  }
}
