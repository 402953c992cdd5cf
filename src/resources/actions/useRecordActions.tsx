import type { ReactNode, RefObject } from 'react';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { ActionBar } from './ActionBar.tsx';
import { ActionButton } from './ActionButton.tsx';
import { withApprovalState } from './withApprovalState.ts';
import { useOpenPath } from '../openPath.ts';
import { useApproval } from './useApproval.ts';
import type { ActionEntry } from '../changes/types.ts';
import { useRecordMenu } from './useRecordMenu.tsx';
import type { EntityFormHandle } from '../fieldKit/StoreContext.ts';
import type { ConsoleEntity } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Below this width there is no room for buttons beside a title. */
const PHONE = '(max-width:599.95px)';

interface RecordActionsOptions {
  /** Ids of entries that the screen offers itself (`edit`, `show`…). */
  without?: string[];
  /** Its form is a dialog: what can be done stands with its buttons, away from the cross that closes it. */
  inDialog?: boolean;
  /** Input of a form around, which the stored record does not have yet. */
  formRef?: RefObject<EntityFormHandle | null>;
  /** Called when the record is gone; without it the list opens. */
  onDeleted?: () => void;
}

/** Whether an entry is one of the steps onwards that the schema names. */
const isStep = ({ actions }: ConsoleEntity, { id }: ActionEntry): boolean =>
  actions.some((action) => action.id === id && action.next);

/** The step onwards of those that are possible: one to another state before one that stays in it, as the schema has them. */
const nextOf = ({ actions }: ConsoleEntity, entries: readonly ActionEntry[]): ActionEntry | undefined => {
  const steps = actions.filter(({ next }) => next);
  const inOrder = [
    ...steps.filter(({ transition }) => transition),
    ...steps.filter(({ transition }) => !transition),
  ];
  return inOrder
    .flatMap(({ id }) => entries.filter((entry) => entry.id === id))
    .find(({ disabled }) => disabled === undefined);
};

/**
 * What can be done with a record on its own screen. `head` stands beside its title: its transitions as buttons, the rest in
 * a menu. `next` is the filled button of the step onwards, where there is one, `beside` what stands before it in a dialog.
 */
export function useRecordActions(
  model: ConsoleEntity,
  record: ListRecord | undefined,
  { without, inDialog, formRef, onDeleted }: RecordActionsOptions,
): { head?: ReactNode; beside?: ReactNode; next?: ReactNode } {
  const navigate = useNavigate();
  const paths = useOpenPath(model);
  const phone = useMediaQuery(PHONE);
  const { entries, dialog } = useRecordMenu(model, {
    place: 'record',
    without,
    formRef,
    onDeleted: () => {
      formRef?.current?.discard();
      if (onDeleted) onDeleted();
      else void navigate(paths('list'));
    },
  });
  const blockedReasons = useApproval(model, record);
  if (!record) return {};
  const offered = withApprovalState(model, entries(record), blockedReasons);
  // Until it is known what needs an approval, no step is the one onwards.
  const next = blockedReasons && nextOf(model, offered);
  // Beside the step onwards no other one asks to be taken.
  const others = offered
    .filter((entry) => entry !== next)
    .map((entry) => (next && isStep(model, entry) ? { ...entry, prominent: false } : entry));
  const beside = inDialog && !phone ? others.filter(({ prominent }) => prominent) : [];
  return {
    head: (
      <>
        <ActionBar
          label={t('Actions for %{model}', { model: recordTitle(model, record) })}
          entries={others.filter((entry) => !beside.includes(entry))}
          buttons={phone || inDialog ? 'none' : 'prominent'}
          withGuide={phone && !inDialog}
        />
        {dialog}
      </>
    ),
    beside: beside.map((entry) => <ActionButton key={entry.id} entry={entry} />),
    next: next && <ActionButton entry={next} variant="contained" />,
  };
}
