/** Moves one entry; indexes out of range change nothing. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const result = [...items];
  if (from === to || from < 0 || to < 0 || from >= items.length || to >= items.length) return result;
  result.splice(to, 0, ...result.splice(from, 1));
  return result;
}

export const insertAt = <T>(items: readonly T[], at: number, item: T): T[] => items.toSpliced(at, 0, item);
export const removeAt = <T>(items: readonly T[], at: number): T[] => items.toSpliced(at, 1);

/** The new index of the entry at `index` after `from` moved to `to`. */
export function placeAfterMove(index: number, from: number, to: number): number {
  if (index === from) return to;
  if (from < index && index <= to) return index - 1;
  if (to <= index && index < from) return index + 1;
  return index;
}
