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

/** What a file of this format is sent as. Those of other programs are texts. */
export const typeOf = (format: string): string => generalOf(format)?.type ?? 'text/plain; charset=utf-8';

/** Records that such a file can hold; undefined where there is no such limit. */
export const mostOf = (format: string): number | undefined => generalOf(format)?.most;

export const endingOf = ({ features }: EntityModel, format: string): string =>
  features.formats[format]?.writes ?? `.${format}`;

function generalOf(format: string) {
  const known = FORMATS.find((one) => one === format);
  return known && FILE_FORMATS[known];
}

/** A list on its way into a file, in a format that every list has or in one of its entity's own. */
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

  /** The file of a list with at most `most` records; undefined when there are more. */
  async few(most: number): Promise<{ count: number; chunks: AsyncGenerator<Uint8Array> } | undefined> {
    const { rows } = this;
    const { write } = this;
    if (write) {
      const few = await rows.few(most, rows.records);
      return few && { count: few.count, chunks: write(few.pages, this.tools) };
    }
    const few = await rows.few(most, rows.cells);
    return few && { count: few.count, chunks: this.general(few.pages) };
  }

  /** The file of a list of any size; `count` hears how many records are written. */
  all<T>(
    db: Database,
    count: (records: number) => void,
    store: (chunks: AsyncGenerator<Uint8Array>) => Promise<T>,
  ): Promise<T> {
    const { rows, write } = this;
    if (write) return rows.all(db, rows.records, (pages) => store(write(counted(pages, count), this.tools)));
    return rows.all(db, rows.cells, (pages) => store(this.general(counted(pages, count))));
  }

  private get write() {
    return this.services.actions.fileFormat(this.resource.model.name, this.plan.format)?.write;
  }

  private general(pages: Parameters<(typeof FILE_FORMATS)['csv']['chunks']>[0]['pages']) {
    const { model } = this.resource;
    const headers = this.rows.columns.map((field) => t(field.title));
    return (generalOf(this.plan.format) ?? FILE_FORMATS.csv).chunks({
      name: t(model.plural),
      headers,
      pages,
    });
  }
}

async function* counted<T>(pages: AsyncIterable<T[]>, count: (records: number) => void): AsyncGenerator<T[]> {
  for await (const page of pages) {
    yield page;
    count(page.length);
  }
}
