import { actionRefusal, isActionShown, isForPeople } from '../../../schemas/model/lifecycle.ts';
import type { ActionModel } from '../../../schemas/model/types.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import type { ActionEntry } from './types.ts';
import type { Rights } from './useRights.ts';
import { t } from '../../../schemas/texts/translate.ts';

export type Place = ActionModel['on'][number];

/** The actions of the schema that this place has for this person, whatever the records. */
export const actionsAt = (model: ConsoleEntity, place: Place, { may }: Rights): ActionModel[] =>
  model.actions.filter((action) => isForPeople(action) && action.on.includes(place) && may(action.id));

/**
 * What a place offers for these records: what is possible with at least one of them, and what the schema says a reason
 * for. `start` hears the records that it is possible with. `held` says of which records rules of approval keep the person,
 * `chosen` how many are selected, of which only `records` are at hand.
 */
export const actionEntries = (
  model: ConsoleEntity,
  place: Place,
  records: ListRecord[],
  rights: Rights,
  start: (action: ActionModel, place: Place, records: ListRecord[]) => void,
  held?: ReadonlyMap<string, Readonly<Record<string, string>>>,
  chosen = records.length,
): ActionEntry[] =>
  actionsAt(model, place, rights).flatMap((action): ActionEntry[] => {
    const { id, icon, tone, transition, prominent = false } = action;
    const refusalOf = (record: ListRecord): string | undefined =>
      actionRefusal(model, action, record, rights.context) ?? held?.get(record.id)?.[id];
    const possible = records.filter((record) => refusalOf(record) === undefined);
    const isShown = records.some((record) => isActionShown(model, action, record, rights.context));
    if (place !== 'list' && !isShown) return [];
    const refused = records.find((record) => isActionShown(model, action, record, rights.context));
    const disabled = place === 'list' || possible.length > 0 || !refused ? undefined : refusalOf(refused);
    return [
      {
        ...{ id, icon, tone, disabled },
        label: bulkLabel(action.label, possible.length, chosen),
        prominent: prominent || transition !== undefined,
        run: () => start(action, place, possible),
      },
    ];
  });

/** `Approve`, or `Approve (2 of 3)` where it is not possible with all that are chosen. */
export const bulkLabel = (label: string, possible: number, chosen: number): string =>
  possible === 0 || possible === chosen
    ? label
    : t('%{label} (%{possible} of %{chosen})', { label, possible, chosen });
