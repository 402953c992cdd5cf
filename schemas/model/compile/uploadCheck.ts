import { unknownWord } from '../nearest.ts';
import type { FieldModel } from '../types.ts';
import { UPLOADABLE } from './typeOf.ts';

/** Words of `file` that say what becomes of an address. */
const OF_ADDRESSES = ['copy', 'smallIn'] as const;

/** What `file` says that nothing would come of. @param siblings the fields of the object that holds it */
export function checkUpload(
  field: FieldModel,
  siblings: readonly FieldModel[],
  tell: (keyword: string[], message: string) => void,
): void {
  const { file } = field;
  if (!file) return;
  const isAddress = field.type !== 'file';
  if (isAddress && field.format !== UPLOADABLE)
    tell(['file'], `an address that takes uploads has the format "${UPLOADABLE}"`);
  for (const word of isAddress ? [] : OF_ADDRESSES.filter((one) => file[one] !== undefined))
    tell(['file', word], `"${word}" has an effect on fields with the format "${UPLOADABLE}" only`);
  const others = siblings.filter((one) => one !== field && one.format === UPLOADABLE).map(({ name }) => name);
  if (isAddress && file.smallIn !== undefined && !others.includes(file.smallIn))
    tell(['file', 'smallIn'], unknownWord('address', file.smallIn, others));
}
