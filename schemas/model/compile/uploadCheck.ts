import { unknownNameMessage } from '../didYouMean.ts';
import type { FieldModel } from '../types.ts';
import { isUploadable, UPLOADABLE } from './typeOf.ts';

/** Words of `file` that say what becomes of an address. */
const OF_ADDRESSES = ['copy', 'smallIn'] as const;
const NAMES = UPLOADABLE.map((format) => `"${format}"`).join(' or ');

/** What `file` says that nothing would come of. @param siblings the fields of the object that holds it */
export function checkUpload(
  field: FieldModel,
  siblings: readonly FieldModel[],
  tell: (keyword: string[], message: string) => void,
): void {
  const { file } = field;
  if (!file) return;
  const isAddress = field.type !== 'file';
  if (isAddress && !isUploadable(field))
    tell(['file'], `an address that takes uploads has the format ${NAMES}`);
  for (const word of isAddress ? [] : OF_ADDRESSES.filter((one) => file[one] !== undefined))
    tell(['file', word], `"${word}" has an effect on fields with the format ${NAMES} only`);
  const others = siblings.filter((one) => one !== field && isUploadable(one)).map(({ name }) => name);
  if (isAddress && file.smallIn !== undefined && !others.includes(file.smallIn))
    tell(['file', 'smallIn'], unknownNameMessage('address', file.smallIn, others));
}
