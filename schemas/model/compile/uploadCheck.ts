import { unknownNameMessage } from '../didYouMean.ts';
import type { FieldModel } from '../types.ts';
import { isUploadable, UPLOADABLE } from './typeOf.ts';

/** Keywords of `file` that only apply to URL fields. */
const URL_ONLY_KEYWORDS = ['copy', 'smallIn'] as const;
const UPLOADABLE_FORMATS = UPLOADABLE.map((format) => `"${format}"`).join(' or ');

/**
 * Reports keywords of `file` without an effect.
 * @param siblings the fields of the same object
 */
export function checkUpload(
  field: FieldModel,
  siblings: readonly FieldModel[],
  report: (keyword: string[], message: string) => void,
): void {
  const { file } = field;
  if (!file) return;
  const isUrl = field.type !== 'file';
  if (isUrl && !isUploadable(field))
    report(['file'], `an address that takes uploads has the format ${UPLOADABLE_FORMATS}`);
  for (const word of isUrl ? [] : URL_ONLY_KEYWORDS.filter((one) => file[one] !== undefined))
    report(['file', word], `"${word}" has an effect on fields with the format ${UPLOADABLE_FORMATS} only`);
  const others = siblings.filter((one) => one !== field && isUploadable(one)).map(({ name }) => name);
  if (isUrl && file.smallIn !== undefined && !others.includes(file.smallIn))
    report(['file', 'smallIn'], unknownNameMessage('address', file.smallIn, others));
}
