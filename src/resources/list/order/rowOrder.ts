import type { ListRecord } from '../../fieldKit/types.ts';
import type { ConsoleEntity } from '../../product.ts';
import { isNarrowed, type ListState } from '../listState.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Moves a row and renumbers the rows. */
export function moveRow(rows: ListRecord[], field: string, from: number, to: number): ListRecord[] {
  const row = rows[from];
  if (!row || from === to) return rows;
  return renumberRows(rows.toSpliced(from, 1).toSpliced(to, 0, row), rows, field);
}

/** Sorts rows by ids; rows added meanwhile come last. */
export function sortByIds(rows: ListRecord[], ids: readonly string[], field: string): ListRecord[] {
  const at = new Map(ids.map((id, index) => [id, index]));
  const findPlace = ({ id }: ListRecord): number => at.get(id) ?? ids.length;
  return renumberRows(
    rows.toSorted((a, b) => findPlace(a) - findPlace(b)),
    rows,
    field,
  );
}

const renumberRows = (rows: ListRecord[], before: ListRecord[], field: string): ListRecord[] =>
  rows.map((row, index) => {
    const place = before[index]?.[field];
    return row[field] === place ? row : { ...row, [field]: place };
  });

/** Why rows cannot be reordered in the current state; undefined when they can. */
export function findReorderObstacle(model: ConsoleEntity, state: ListState): string | undefined {
  const noun = (model.counted ?? model.plural).toLowerCase();
  if (isNarrowed(state)) return t('To reorder %{noun}, clear the search and filters.', { noun });
  if (state.sort.field !== model.ordered || state.sort.order !== 'ASC')
    return t('To reorder %{noun}, clear the sort order.', { noun });
  return (state.page ?? 1) > 1 ? t('To reorder %{noun}, turn off paging.', { noun }) : undefined;
}
