import { recordTitle } from '../../../schemas/model/fields.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { saveFile } from '../../dataProvider/downloads.ts';
import { toFailure } from '../changes/failures.ts';
import type { ConsoleEntity } from '../product.ts';
import { FULL_RECORD_META } from '../wholeRecord.ts';
import { MAX_IMPORTED_RECORDS, serializeRecords } from './recordsFile.ts';

const MAX_RECORDS_PER_REQUEST = 100;
const MAX_PARALLEL_REQUESTS = 10;

const saveRecords = (model: ConsoleEntity, name: string, records: readonly JsonObject[]): void =>
  saveFile({
    name: `${name}.json`,
    content: new Blob([serializeRecords(model, records)], { type: 'application/json' }),
  });

/** Downloads a stored record as a JSON file. Rejects with HttpError. */
export async function downloadRecord(
  model: ConsoleEntity,
  provider: ConsoleDataProvider,
  id: string,
): Promise<void> {
  const { data } = await provider.getOne<EntityRecord>(model.name, { id, meta: FULL_RECORD_META });
  const name = recordTitle(model, data).replaceAll(/[^\p{L}\p{N}_-]+/gu, '_') || model.name;
  saveRecords(model, name, [data as unknown as JsonObject]);
}

interface ListOptions {
  filter: object;
  sort: { field: string; order: 'ASC' | 'DESC' };
  signal: AbortSignal;
}

/**
 * Downloads a list, filtered and sorted, as a JSON file. Rejects with HttpError.
 * @returns the number of saved records, and whether the list has more than the limit
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
      pagination: { page, perPage: MAX_RECORDS_PER_REQUEST },
    });
    ids.push(...data.map(({ id }) => id));
    const hasMore = pageInfo?.hasNextPage === true;
    isTruncated = hasMore && ids.length >= MAX_IMPORTED_RECORDS;
    if (!hasMore || isTruncated) break;
  }
  const records = await fetchWholeRecords(model, provider, ids, signal);
  saveRecords(model, model.path.split('/').at(-1) ?? model.name, records);
  return { saved: records.length, isTruncated };
}

/** Fetches the full records, which rows of lists are not; without those deleted meanwhile. */
async function fetchWholeRecords(
  { name }: ConsoleEntity,
  provider: ConsoleDataProvider,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<JsonObject[]> {
  const records: JsonObject[] = [];
  for (let at = 0; at < ids.length; at += MAX_PARALLEL_REQUESTS) {
    const requests = ids.slice(at, at + MAX_PARALLEL_REQUESTS).map((id) =>
      provider.getOne<EntityRecord>(name, { id, meta: FULL_RECORD_META, signal }).then(
        ({ data }) => [data as unknown as JsonObject],
        (error: unknown) => {
          if (toFailure(error).status === 404) return [];
          throw error;
        },
      ),
    );
    records.push(...(await Promise.all(requests)).flat());
  }
  return records;
}
