import { recordTitle } from '../../../schemas/model/fields.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { saveFile } from '../../dataProvider/downloads.ts';
import { toFailure } from '../changes/failures.ts';
import type { ConsoleEntity } from '../product.ts';
import { FULL_RECORD_META } from '../wholeRecord.ts';
import { MAX_IMPORTED_RECORDS, serializeRecords } from './recordsFile.ts';

/** Records in one request. */
const RECORDS_PER_REQUEST = 100;
/** Records that are asked for at the same time, one by one. */
const RECORDS_AT_ONCE = 10;

const save = (model: ConsoleEntity, name: string, records: readonly JsonObject[]): void =>
  saveFile({
    name: `${name}.json`,
    content: new Blob([serializeRecords(model, records)], { type: 'application/json' }),
  });

/** Saves one record, as it is stored, as a file of JSON. Rejects with HttpError. */
export async function downloadRecord(
  model: ConsoleEntity,
  provider: ConsoleDataProvider,
  id: string,
): Promise<void> {
  const { data } = await provider.getOne<EntityRecord>(model.name, { id, meta: FULL_RECORD_META });
  const name = recordTitle(model, data).replaceAll(/[^\p{L}\p{N}_-]+/gu, '_') || model.name;
  save(model, name, [data as unknown as JsonObject]);
}

interface ListOptions {
  filter: object;
  sort: { field: string; order: 'ASC' | 'DESC' };
  signal: AbortSignal;
}

/**
 * Saves a list, as it is filtered and sorted, as a file of JSON. Rejects with HttpError.
 * @returns how many records are in it, and whether the list has more than a file takes
 */
export async function saveList(
  model: ConsoleEntity,
  provider: ConsoleDataProvider,
  { filter, sort, signal }: ListOptions,
): Promise<{ saved: number; isTruncated: boolean }> {
  const ids: string[] = [];
  let isTruncated = false;
  for (let page = 1; ; page += 1) {
    const { data, pageInfo } = await provider.getList<EntityRecord>(model.name, {
      ...{ filter, sort, signal },
      pagination: { page, perPage: RECORDS_PER_REQUEST },
    });
    ids.push(...data.map(({ id }) => id));
    const hasMore = pageInfo?.hasNextPage === true;
    isTruncated = hasMore && ids.length >= MAX_IMPORTED_RECORDS;
    if (!hasMore || isTruncated) break;
  }
  const records = await wholeRecords(model, provider, ids, signal);
  save(model, model.path.split('/').at(-1) ?? model.name, records);
  return { saved: records.length, isTruncated };
}

/** Records with what rows of lists leave out; without those that were deleted meanwhile. */
async function wholeRecords(
  { name }: ConsoleEntity,
  provider: ConsoleDataProvider,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<JsonObject[]> {
  const records: JsonObject[] = [];
  for (let at = 0; at < ids.length; at += RECORDS_AT_ONCE) {
    const some = ids.slice(at, at + RECORDS_AT_ONCE).map((id) =>
      provider.getOne<EntityRecord>(name, { id, meta: FULL_RECORD_META, signal }).then(
        ({ data }) => [data as unknown as JsonObject],
        (error: unknown) => {
          if (toFailure(error).status === 404) return [];
          throw error;
        },
      ),
    );
    records.push(...(await Promise.all(some)).flat());
  }
  return records;
}
