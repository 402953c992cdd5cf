import type { useNotify } from 'react-admin';
import { actionRefusal } from '../../../schemas/model/lifecycle.ts';
import type { ActionModel, MatchContext } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { countLabel } from '../entityLabels.ts';
import type { ConsoleEntity } from '../product.ts';
import { successOf } from './successOf.ts';
import type { useRecordMutation } from '../changes/useRecordMutation.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** How long Undo is offered: what can be undone for days has a button of its own. */
const SHORTEST_MS = 5_000;
const LONGEST_MS = 300_000;
/** The same for what can be undone at any time: the record's own button remains. */
const UNLIMITED_MS = 10_000;

interface UndoContext {
  provider: ConsoleDataProvider;
  mutate: ReturnType<typeof useRecordMutation>;
  notify: ReturnType<typeof useNotify>;
  context: MatchContext;
  may: (operation: string) => boolean;
}

/**
 * Tells that an action is done and, whoever may do so, offers to take it back, for as long as that is possible.
 * @param ids of the records that it was done with
 */
export async function tellUndo(
  model: ConsoleEntity,
  action: ActionModel,
  ids: readonly string[],
  { provider, mutate, notify, context, may }: UndoContext,
): Promise<void> {
  const { undo } = action;
  const back = model.actions.find(({ id }) => id === undo?.by);
  const records = await provider
    .getMany<ListRecord>(model.name, { ids: [...ids] })
    .then(({ data }) => data)
    .catch(() => []);
  const open = records.flatMap((record) => {
    const until =
      undo?.until === undefined ? Date.now() + UNLIMITED_MS : Date.parse(String(record[undo.until] ?? ''));
    const isOpen =
      back && may(back.id) && until > Date.now() && actionRefusal(model, back, record, context) === undefined;
    return isOpen ? [{ id: record.id, until }] : [];
  });
  const message = successOf(action, records);
  if (!back || open.length === 0) return notify(message, { type: 'success' });
  const left = Math.min(...open.map(({ until }) => until)) - Date.now();
  notify(message, {
    type: 'success',
    autoHideDuration: Math.min(Math.max(left, SHORTEST_MS), LONGEST_MS),
    action: {
      label: t('Undo'),
      stays: true,
      run: () =>
        void takeBack(
          model,
          back,
          open.map(({ id }) => id),
          { mutate, notify },
        ),
    },
  });
}

async function takeBack(
  model: ConsoleEntity,
  action: ActionModel,
  ids: readonly string[],
  { mutate, notify }: Pick<UndoContext, 'mutate' | 'notify'>,
): Promise<void> {
  const refused: string[] = [];
  const done: ListRecord[] = [];
  // Each for itself: not every action is offered for several.
  for (const id of ids) {
    const { answer, failure } = await mutate((provider) => provider.action(model.name, id, action.id));
    if (failure) refused.push(failure.message);
    else done.push(answer as unknown as ListRecord);
  }
  if (done.length > 0) notify(successOf(action, done), { type: 'success' });
  const [first] = refused;
  if (first === undefined) return;
  const many =
    ids.length > 1
      ? t('%{count} could not be taken back', { count: countLabel(model, refused.length) })
      : t('Not undone');
  notify(`${many}: ${first}`, { type: 'error', autoHideDuration: null });
}
