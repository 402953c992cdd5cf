import { fieldAt } from '../../../../schemas/model/fields.ts';
import { DEFAULT_MESSAGES, formatMessage } from '../../../../schemas/model/validationMessages.ts';
import type { FieldErrors, FieldModel } from '../../../../schemas/model/types.ts';
import { ApiError } from '../../http/errors.ts';
import { findTakenItems, findUniqueItems, type UniqueItem } from '../../storage/referenceIndex.ts';
import type { Resource } from '../catalog.ts';
import type { UnitOfWork } from './unitOfWork.ts';

type Values = Record<string, unknown>;

/**
 * Rejects items that a draft adds and that another record of the entity has (`"uniqueAcrossRecords"`). Concurrent changes that
 * add items wait for each other.
 * @throws ApiError 409 DUPLICATE at each item that is taken
 */
export async function assertItemsUnique(
  { model }: Resource,
  { tx }: UnitOfWork,
  id: string,
  draft: Values,
  stored: Values | undefined,
): Promise<void> {
  const keyOf = ({ field, id: item }: UniqueItem): string => `${field.path} ${item}`;
  const storedKeys = new Set(stored ? findUniqueItems(model.fields, stored).map(keyOf) : []);
  const added = findUniqueItems(model.fields, draft).filter((item) => !storedKeys.has(keyOf(item)));
  const fields: FieldErrors = {};
  for (const path of [...new Set(added.map(({ field }) => field.path))].sort()) {
    const addedAtPath = added.filter(({ field }) => field.path === path);
    const [first] = addedAtPath;
    if (!first) continue;
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `unique items of ${model.name} ${path}`,
    ]);
    const ids = addedAtPath.map((item) => item.id);
    const taken = await findTakenItems(tx, model.name, first.field, ids, id);
    for (const item of addedAtPath)
      if (taken.has(item.id))
        fields[item.pointer] = duplicateMessage(fieldAt(model.fields, item.pointer, draft) ?? item.field);
  }
  const [message] = Object.values(fields);
  if (message !== undefined) throw new ApiError(409, 'DUPLICATE', message, { fields });
}

const duplicateMessage = (field: FieldModel): string =>
  formatMessage(field.messages['uniqueBy'] ?? DEFAULT_MESSAGES['uniqueBy'] ?? '', field, {});
