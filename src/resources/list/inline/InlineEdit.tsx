import { useRef, useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { RecordForm, type RecordFormHandle } from '../../form/RecordForm.tsx';
import { useFormValidator } from '../../form/useFormValidator.ts';
import { useFormAccess } from '../../fieldKit/useFormAccess.ts';
import type { ConsoleEntity } from '../../product.ts';
import { checkOfFields } from '../bulk/editable.ts';
import { useInlineEdit } from './useInlineEdit.ts';
import { AnchoredPopover } from '../../panels/AnchoredPopover.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** The editor takes the place of the cell; that it is called like the column needs no telling. */
const Editor = styled('div')({
  '--input-width': 'none',
  padding: 8,
  '& [data-label]': { position: 'absolute', clipPath: 'inset(50%)' },
  // The fault stands below the editor; the list of all of them is for who hears it.
  '& [role=alert]': { position: 'absolute', clipPath: 'inset(50%)' },
});
/** A fault has room above it. */
const Bar = styled('div')({ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 20 });

/** Least width of the editor, in pixels, and how much wider than its cell it may be for that. */
const MIN_WIDTH_PX = 280;

interface InlineEditProps {
  model: ConsoleEntity;
  /** As it was shown when the editor was opened. */
  record: ListRecord;
  name: string;
  pen: HTMLElement;
  onClose: () => void;
}

/**
 * Changes one value of a row where it stands. Enter or a click beside it saves, Esc leaves the value as it was; what
 * the services refuse stands below the editor, which keeps what was typed.
 */
export const InlineEdit = ({ model, record, name, pen, onClose }: InlineEditProps) => {
  const person = useFormAccess();
  const validator = useFormValidator(model.name);
  const form = useRef<RecordFormHandle>(null);
  const { save, isSaving } = useInlineEdit(model, record, name);
  const [source] = useState(() => ({ fields: model.fields.filter((field) => field.name === name) }));
  const [cell] = useState(() => pen.closest('td') ?? pen);
  if (!validator) return null;
  const leave = (): void => (form.current?.isDirty() ? form.current.submit() : onClose());
  return (
    <AnchoredPopover
      label={t('%{title} of %{model}', { title: source.fields[0]?.title, model: recordTitle(model, record) })}
      anchor={cell}
      at="over"
      sx={{ width: Math.max(MIN_WIDTH_PX, cell.clientWidth) }}
      onClose={(_, reason) => (reason === 'backdropClick' ? leave() : onClose())}
    >
      <Editor>
        <RecordForm
          ref={form}
          model={source}
          validator={checkOfFields(validator, source.fields)}
          record={{ ...record } as never}
          mode="edit"
          autoFocus
          {...person}
          editableWhileSaving
          onSave={async (values) => {
            const sent = form.current?.values();
            const faults = await save(values[name]);
            // What was typed meanwhile is still to be saved.
            if (!faults && form.current?.values() === sent) onClose();
            return faults;
          }}
        >
          <Bar>
            <Button size="small" color="inherit" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button size="small" type="submit" variant="contained" loading={isSaving}>
              {t('Save')}
            </Button>
          </Bar>
        </RecordForm>
      </Editor>
    </AnchoredPopover>
  );
};
