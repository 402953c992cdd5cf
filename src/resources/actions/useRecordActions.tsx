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
import { PHONE } from '../../theme/tokens.ts';

interface RecordActionsOptions {
  /** Ids of entries to leave out, such as `edit` on the edit page. */
  without?: string[];
  /** The form is in a dialog: the actions are beside the form's buttons, away from the close button. */
  inDialog?: boolean;
  /** The surrounding form, whose changes are not saved yet. */
  formRef?: RefObject<EntityFormHandle | null>;
  /** Called after the record is deleted; by default the list opens. */
  onDeleted?: () => void;
}

/** Whether an entry is a `next` action of the schema. */
const isStep = ({ actions }: ConsoleEntity, { id }: ActionEntry): boolean =>
  actions.some((action) => action.id === id && action.next);

/** Finds the next step among the possible entries: transitions before other actions, in the order of the schema. */
const findNextStep = (
  { actions }: ConsoleEntity,
  entries: readonly ActionEntry[],
): ActionEntry | undefined => {
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
 * The actions of a record on its own page. `head` is shown beside the title: transitions as buttons, the rest in a menu.
 * `next` is the filled button of the next step; in a dialog `beside` has the buttons before it.
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
  const entriesWithApproval = withApprovalState(model, entries(record), blockedReasons);
  // No next step until the approval rules are loaded.
  const next = blockedReasons && findNextStep(model, entriesWithApproval);
  // Only one step is prominent.
  const others = entriesWithApproval
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
    beside:
      beside.length === 0 ? undefined : beside.map((entry) => <ActionButton key={entry.id} entry={entry} />),
    next: next && <ActionButton entry={next} variant="contained" />,
  };
}
