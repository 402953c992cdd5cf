import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useRecordContext } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { actionRefusal } from '../../../../schemas/model/lifecycle.ts';
import type { ActionModel, EntityRecord } from '../../../../schemas/model/types.ts';
import { ActionIcon } from '../../changes/ActionIcon.tsx';
import { listActions } from '../../changes/actionEntries.ts';
import { useRecordMutation } from '../../changes/useRecordMutation.ts';
import { useRights } from '../../changes/useRights.ts';
import { isBlank } from '../../fieldKit/types.ts';
import { Detail } from '../../fieldKit/Value.tsx';
import { useEntity } from '../../product.ts';
import type { FormStore } from '../../fieldKit/StoreContext.ts';
import { useFormSession, useSessionValue } from '../../fieldKit/useSession.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: '8px 16px',
  marginTop: 12,
  // The form's buttons cover the end of the scrolling area.
  scrollMarginBottom: 76,
});
const Result = styled('div')({
  flex: '1 1 220px',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 12px',
  minWidth: 0,
  // As high as the button.
  minHeight: 36,
  ...TEXT.small,
  overflowWrap: 'anywhere',
  // Texts have a line of their own; states and times are short.
  '& > [data-type=text]': { flexBasis: '100%', order: 1 },
  '& > [data-type=date-time]': { color: 'var(--ink-3)' },
});

/** The action of a step, if the user may run it on the form's record. */
export function useStepAction(id: string): ActionModel | undefined {
  const model = useEntity();
  const rights = useRights(model);
  const record = useRecordContext<EntityRecord>();
  const action = listActions(model, 'record', rights).find((one) => one.id === id);
  if (!action) return undefined;
  return record && actionRefusal(model, action, record, rights.context) !== undefined ? undefined : action;
}

/** A button that saves the input, runs the action on the form's record and shows the result below. */
export function StepAction({ action, store }: { action: ActionModel; store: FormStore }) {
  const model = useEntity();
  const session = useFormSession();
  const record = useRecordContext<EntityRecord>();
  const mutate = useRecordMutation(model.name);
  const [isPending, setPending] = useState(false);
  const [errorMessage, setRefusal] = useState<string>();
  // The action's result, until the record itself has it.
  const [answer, setAnswer] = useState<{ values: object; record: unknown }>();

  const line = useRef<HTMLDivElement>(null);
  const isAnswered = answer !== undefined || errorMessage !== undefined;
  useEffect(() => {
    if (isAnswered && !isPending) line.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isAnswered, isPending]);

  const run = async (): Promise<void> => {
    if (isPending) return;
    setPending(true);
    setRefusal(undefined);
    try {
      const stored = record && !session.dirty ? record : await store.save();
      if (!stored) return;
      const { answer: values, failure } = await mutate((provider) =>
        provider.action(model.name, stored.id, action.id),
      );
      setRefusal(failure?.message);
      if (values !== undefined) setAnswer({ values: values as object, record });
    } finally {
      setPending(false);
    }
  };

  const isUnsaved = useSessionValue(({ dirty }) => dirty);
  const values = { ...record, ...(answer?.record === record ? answer?.values : undefined) };
  const results = model.fields.filter(
    ({ name }) => record && action.result?.includes(name) && !isBlank(values[name as never]),
  );
  return (
    <Line ref={line} data-action>
      <Button
        variant="outlined"
        loading={isPending}
        loadingPosition="start"
        startIcon={action.icon ? <ActionIcon name={action.icon} /> : undefined}
        onClick={() => void run()}
      >
        {isUnsaved ? t('Save and %{label}', { label: action.label.toLowerCase() }) : action.label}
      </Button>
      <Result role="status">
        {errorMessage === undefined ? (
          results.map((field) => (
            <span key={field.name} data-type={field.type}>
              <Detail field={field} value={values[field.name as never]} />
            </span>
          ))
        ) : (
          <span style={{ color: 'var(--danger)' }}>{errorMessage}</span>
        )}
      </Result>
    </Line>
  );
}
