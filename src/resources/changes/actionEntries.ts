import { actionRefusal, isActionShown, isForPeople } from '../../../schemas/model/lifecycle.ts';
import type { ActionModel } from '../../../schemas/model/types.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import type { ActionEntry } from './types.ts';
import type { Rights } from './useRights.ts';
import { t } from '../../../schemas/texts/translate.ts';

export type Place = ActionModel['on'][number];

/** The schema's actions in a place that the user has the right to. */
export const listActions = (model: ConsoleEntity, place: Place, { may }: Rights): ActionModel[] =>
  model.actions.filter((action) => isForPeople(action) && action.on.includes(place) && may(action.id));

/**
 * Builds the action entries of a place for these records. An action is enabled if it is possible with at least one of
 * them; otherwise the entry shows the reason. `start` is called with the records that it is possible with. `held` has
 * reasons from approval rules by record and action; `chosen` is the count of selected records, including those not
 * loaded.
 */
export const buildActionEntries = (
  model: ConsoleEntity,
  place: Place,
  records: ListRecord[],
  rights: Rights,
  start: (action: ActionModel, place: Place, records: ListRecord[]) => void,
  held?: ReadonlyMap<string, Readonly<Record<string, string>>>,
  chosen = records.length,
): ActionEntry[] =>
  listActions(model, place, rights).flatMap((action): ActionEntry[] => {
    const { id, icon, tone, transition, prominent = false } = action;
    const findRefusal = (record: ListRecord): string | undefined =>
      actionRefusal(model, action, record, rights.context) ?? held?.get(record.id)?.[id];
    const possible = records.filter((record) => findRefusal(record) === undefined);
    const isShown = records.some((record) => isActionShown(model, action, record, rights.context));
    if (place !== 'list' && !isShown) return [];
    const firstShown = records.find((record) => isActionShown(model, action, record, rights.context));
    const disabled =
      place === 'list' || possible.length > 0 || !firstShown ? undefined : findRefusal(firstShown);
    return [
      {
        ...{ id, icon, tone, disabled },
        label: formatBulkLabel(action.label, possible.length, chosen),
        prominent: prominent || transition !== undefined,
        run: () => start(action, place, possible),
      },
    ];
  });

/** `Approve`, or `Approve (2 of 3)` where it is not possible with all selected records. */
export const formatBulkLabel = (label: string, possible: number, chosen: number): string =>
  possible === 0 || possible === chosen
    ? label
    : t('%{label} (%{possible} of %{chosen})', { label, possible, chosen });
