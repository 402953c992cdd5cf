import type { useNotify } from 'react-admin';
import { actionRefusal } from '../../../schemas/model/lifecycle.ts';
import type { ActionModel, MatchContext } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { countLabel } from '../entityLabels.ts';
import type { ConsoleEntity } from '../product.ts';
import { successMessage } from './successMessage.ts';
import type { useRecordMutation } from '../changes/useRecordMutation.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Limits of the toast; an undo that stays possible for longer has a button of its own. */
const MIN_UNDO_MS = 5_000;
const MAX_UNDO_MS = 300_000;
/** For actions that can be undone at any time. */
const DEFAULT_UNDO_MS = 10_000;

interface UndoContext {
  provider: ConsoleDataProvider;
  mutate: ReturnType<typeof useRecordMutation>;
  notify: ReturnType<typeof useNotify>;
  context: MatchContext;
  may: (operation: string) => boolean;
}

/**
 * Notifies of a completed action, with Undo for people who may run the inverse action, as long as it is possible.
 * @param ids of the records that the action ran on
 */
export async function notifyWithUndo(
  model: ConsoleEntity,
  action: ActionModel,
  ids: readonly string[],
  { provider, mutate, notify, context, may }: UndoContext,
): Promise<void> {
  const { undo } = action;
  const inverse = model.actions.find(({ id }) => id === undo?.by);
  const records = await provider
    .getMany<ListRecord>(model.name, { ids: [...ids] })
    .then(({ data }) => data)
    .catch(() => []);
  const undoable = records.flatMap((record) => {
    const until =
      undo?.until === undefined ? Date.now() + DEFAULT_UNDO_MS : Date.parse(String(record[undo.until] ?? ''));
    const isOpen =
      inverse &&
      may(inverse.id) &&
      until > Date.now() &&
      actionRefusal(model, inverse, record, context) === undefined;
    return isOpen ? [{ id: record.id, until }] : [];
  });
  const message = successMessage(action, records);
  if (!inverse || undoable.length === 0) return notify(message, { type: 'success' });
  const remainingMs = Math.min(...undoable.map(({ until }) => until)) - Date.now();
  notify(message, {
    type: 'success',
    autoHideDuration: Math.min(Math.max(remainingMs, MIN_UNDO_MS), MAX_UNDO_MS),
    action: {
      label: t('Undo'),
      stays: true,
      run: () =>
        void undoAction(
          model,
          inverse,
          undoable.map(({ id }) => id),
          { mutate, notify },
        ),
    },
  });
}

async function undoAction(
  model: ConsoleEntity,
  action: ActionModel,
  ids: readonly string[],
  { mutate, notify }: Pick<UndoContext, 'mutate' | 'notify'>,
): Promise<void> {
  const refused: string[] = [];
  const done: ListRecord[] = [];
  // One call per record: not every action supports several.
  for (const id of ids) {
    const { answer, failure } = await mutate((provider) => provider.action(model.name, id, action.id));
    if (failure) refused.push(failure.message);
    else done.push(answer as unknown as ListRecord);
  }
  if (done.length > 0) notify(successMessage(action, done), { type: 'success' });
  const [first] = refused;
  if (first === undefined) return;
  const failureText =
    ids.length > 1
      ? t('%{count} could not be taken back', { count: countLabel(model, refused.length) })
      : t('Not undone');
  notify(`${failureText}: ${first}`, { type: 'error', autoHideDuration: null });
}
