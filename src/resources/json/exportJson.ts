import { recordTitle } from '../../../schemas/model/fields.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { saveFile } from '../../dataProvider/downloads.ts';
import type { ConsoleEntity } from '../product.ts';
import { MAX_IMPORTED_RECORDS, serializeRecords } from './recordsFile.ts';

/** Records in one request. */
const RECORDS_PER_REQUEST = 100;

const save = (model: ConsoleEntity, name: string, records: readonly JsonObject[]): void =>
  saveFile({
    name: `${name}.json`,
    content: new Blob([serializeRecords(model, records)], { type: 'application/json' }),
  });

/** Saves one record as a file of JSON. */
export const downloadRecord = (model: ConsoleEntity, record: EntityRecord): void =>
  save(model, recordTitle(model, record).replaceAll(/[^\p{L}\p{N}_-]+/gu, '_') || model.name, [
    record as unknown as JsonObject,
  ]);

/** Saves a list, as it is filtered and sorted, as a file of JSON. @returns how many records are in it */
export async function saveList(
  model: ConsoleEntity,
  provider: ConsoleDataProvider,
  {
    filter,
    sort,
    signal,
  }: { filter: object; sort: { field: string; order: 'ASC' | 'DESC' }; signal: AbortSignal },
): Promise<number> {
  const records: JsonObject[] = [];
  for (let page = 1; records.length < MAX_IMPORTED_RECORDS; page += 1) {
    const { data, pageInfo } = await provider.getList<EntityRecord>(model.name, {
      ...{ filter, sort, signal },
      pagination: { page, perPage: RECORDS_PER_REQUEST },
    });
    records.push(...(data as unknown as JsonObject[]));
    if (!pageInfo?.hasNextPage) break;
  }
  save(model, model.path.split('/').at(-1) ?? model.name, records);
  return records.length;
}
