import { escapePointer } from '../../../schemas/model/pointer.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';

/** Path segments: names of fields and indexes of items. */
export type Path = (string | number)[];

export const pointerOf = (path: Path): string => path.map((segment) => `/${escapePointer(segment)}`).join('');

/** Whether `pointer` is `base` or lies inside it. */
export const isWithin = (pointer: string, base: string): boolean =>
  pointer === base || pointer.startsWith(`${base}/`);

/** Drops errors of containers whose nested values have errors too. */
export function innermostErrors(errors: FieldErrors): [pointer: string, message: string][] {
  const places = Object.keys(errors);
  return Object.entries(errors).filter(
    ([pointer]) => pointer === '' || !places.some((other) => other !== pointer && isWithin(other, pointer)),
  );
}
