import { toCsv } from '../../../schemas/model/csv.ts';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { csvOf } from '../fields/registry.ts';
import type { ListRecord } from '../fields/types.ts';
import type { ConsoleEntity } from '../product.ts';

/** Rows that one request of an export asks for. */
const EXPORT_PAGE = 100;

export interface ExportSource {
  /** One page of the list as it is filtered and sorted; 1 is the first. */
  page: (
    page: number,
    perPage: number,
    signal: AbortSignal,
  ) => Promise<{ rows: ListRecord[]; more: boolean }>;
  /** Records that are referred to, for their titles. */
  many: (entity: string, ids: string[]) => Promise<ListRecord[]>;
  entity: (name: string) => ConsoleEntity;
}

const idsIn = (record: ListRecord, field: FieldModel): string[] => {
  const value = record[field.name];
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
};

/** Titles of what records refer to, each record fetched once per export. */
const titleBook = (source: ExportSource) => {
  const titles = new Map<string, string>();
  const key = (entity: string, id: string): string => `${entity}/${id}`;
  return {
    titleOf: (entity: string, id: string) => titles.get(key(entity, id)),
    learn: async (rows: ListRecord[], fields: FieldModel[]) => {
      for (const field of fields) {
        const target = field.reference?.entity;
        if (!target) continue;
        const ids = new Set(rows.flatMap((row) => idsIn(row, field)));
        const unknown = [...ids].filter((id) => !titles.has(key(target, id)));
        if (unknown.length === 0) continue;
        for (const record of await source.many(target, unknown)) {
          titles.set(key(target, record.id), recordTitle(source.entity(target), record));
        }
      }
    },
  };
};

/**
 * The whole filtered list as CSV, page after page: UTF-8 with its mark, the columns' titles first.
 * `onProgress` hears how many rows are done. Rejects with AbortError when `signal` is aborted.
 */
export const exportCsv = async (
  source: ExportSource,
  columns: FieldModel[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<string> => {
  const book = titleBook(source);
  const parts = [toCsv([columns.map((field) => field.title)], { mark: true })];
  let done = 0;
  for (let page = 1, more = true; more; page += 1) {
    signal.throwIfAborted();
    const answer = await source.page(page, EXPORT_PAGE, signal);
    await book.learn(answer.rows, columns);
    const cells = answer.rows.map((row) =>
      columns.map((field) => csvOf(row[field.name], field, book.titleOf)),
    );
    parts.push(toCsv(cells));
    done += answer.rows.length;
    more = answer.more;
    onProgress(done);
  }
  return parts.join('');
};
