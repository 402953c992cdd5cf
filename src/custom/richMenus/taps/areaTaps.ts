import { getActionType, isActionType } from '../../../../schemas/actions/registry.ts';
import { toCsv } from '../../../../schemas/model/csv.ts';
import type { RollupRow } from '../../../dataProvider/rollupVerbs.ts';
import { toLetters } from '../../../resources/fieldKit/toLetters.ts';
import { type AreaItem, hasAction, actionTitleOf, labelOf } from '../areasModel.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** The taps on an area; without numbers where the platform does not report them. */
export interface AreaTaps {
  letter: string;
  label: string;
  kind: string;
  taps?: number;
  people?: number;
  /** Share of all taps on the menu, from 0 to 1. */
  share?: number;
}

const countedIdOf = (item: AreaItem): string | undefined => {
  const { id, type } = item.action ?? {};
  return typeof id === 'string' && isActionType(type) && getActionType({ type }).sendsPostback
    ? id
    : undefined;
};

/** Ids of the actions whose taps are counted. */
export const countedActionIds = (areas: readonly AreaItem[]): string[] =>
  areas.flatMap((item) => countedIdOf(item) ?? []);

/** @param rows taps by action */
export function countTaps(areas: readonly AreaItem[], rows: readonly RollupRow[]): AreaTaps[] {
  const byAction = new Map(rows.map((row) => [row.by['action'], row]));
  const all = countedActionIds(areas).reduce((sum, id) => sum + (byAction.get(id)?.count ?? 0), 0);
  return areas.map((item, index) => {
    const id = countedIdOf(item);
    const named = {
      letter: toLetters(index),
      label: hasAction(item) ? labelOf(item) : '',
      kind: actionTitleOf(item) || t('No action'),
    };
    if (id === undefined) return named;
    const row = byAction.get(id);
    const taps = row?.count ?? 0;
    return { ...named, taps, people: row?.distinct['profile'] ?? 0, share: all === 0 ? 0 : taps / all };
  });
}

export const tapsCsv = (areas: readonly AreaTaps[]): string =>
  toCsv(
    [
      ['Area', 'Label', 'Action', 'Taps', 'People', 'Share'],
      ...areas.map(({ letter, label, kind, taps, people, share }) => [
        ...[letter, label, kind],
        ...[taps, people, share === undefined ? undefined : Math.round(share * 1000) / 1000].map(String),
      ]),
    ].map((row) => row.map((cell) => (cell === 'undefined' ? '' : cell))),
    { byteOrderMark: true },
  );
