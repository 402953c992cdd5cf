import { styled } from '@mui/material/styles';
import { use, useMemo } from 'react';
import { useRecordContext } from 'react-admin';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { StoreContext } from '../../fieldKit/StoreContext.ts';
import { ActionButton } from '../../actions/ActionButton.tsx';
import { useRecordMenu } from '../../actions/useRecordMenu.tsx';
import { useEntity } from '../../product.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  '& > [role=group]': { fontFamily: 'var(--mono, ui-monospace, monospace)', fontSize: 13, minWidth: 72 },
  '& > [data-none]': { fontFamily: 'inherit', color: 'var(--ink-3)' },
});

/** A secret that an action generates: its last characters, with the button of the action. */
export function GeneratedSecret({ fieldProps, action }: { fieldProps: EditorProps<string>; action: string }) {
  const { field, value } = fieldProps;
  const entity = useEntity();
  const record = useRecordContext<ListRecord>();
  // The first secret replaces none, so that the confirmation of the action is left out.
  const model = useMemo(() => {
    const label = t('Create %{title}', { title: field.title });
    const first = entity.actions.map((one) =>
      one.id === action ? { ...one, label, confirm: undefined } : one,
    );
    return value === undefined ? { ...entity, actions: first } : entity;
  }, [entity, action, field.title, value]);
  const { entries, dialog } = useRecordMenu(model, { place: 'record', formRef: use(StoreContext)?.form });
  const entry = record && entries(record).find(({ id }) => id === action);
  return (
    <FieldFrame fieldProps={fieldProps} group>
      {({ id, 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }) => (
        <Line>
          <div
            id={id}
            role="group"
            aria-labelledby={labelledBy}
            aria-describedby={describedBy}
            data-none={value === undefined || undefined}
          >
            {value ?? t('None yet')}
          </div>
          {entry ? <ActionButton entry={entry} /> : null}
          {dialog}
        </Line>
      )}
    </FieldFrame>
  );
}
