import { useRef, useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { RecordForm, type RecordFormHandle } from '../../form/RecordForm.tsx';
import { useFormValidator } from '../../form/useFormValidator.ts';
import { useFormAccess } from '../../fieldKit/useFormAccess.ts';
import type { ConsoleEntity } from '../../product.ts';
import { limitValidatorToFields } from '../bulk/bulkEditableFields.ts';
import { useInlineEdit } from './useInlineEdit.ts';
import { AnchoredPopover } from '../../panels/AnchoredPopover.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** The editor overlays the cell; its label is only for screen readers. */
const Editor = styled('div')({
  '--input-width': 'none',
  padding: 8,
  '& [data-label]': { position: 'absolute', clipPath: 'inset(50%)' },
  // The error is below the editor; the summary is only for screen readers.
  '& [role=alert]': { position: 'absolute', clipPath: 'inset(50%)' },
});
/** Leaves room for the error above. */
const Bar = styled('div')({ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 20 });

/** Minimum width of the editor. */
const MIN_WIDTH_PX = 280;

interface InlineEditProps {
  model: ConsoleEntity;
  /** The record when the editor was opened. */
  record: ListRecord;
  name: string;
  editButton: HTMLElement;
  onClose: () => void;
}

/**
 * Edits one value in its cell. Enter or a click outside saves, Esc cancels; errors are shown below the editor, which
 * keeps the input.
 */
export const InlineEdit = ({ model, record, name, editButton, onClose }: InlineEditProps) => {
  const access = useFormAccess();
  const validator = useFormValidator(model.name);
  const form = useRef<RecordFormHandle>(null);
  const { save, isSaving } = useInlineEdit(model, record, name);
  const [source] = useState(() => ({ fields: model.fields.filter((field) => field.name === name) }));
  const [cell] = useState(() => editButton.closest('td') ?? editButton);
  if (!validator) return null;
  const saveOrClose = (): void => (form.current?.isDirty() ? form.current.submit() : onClose());
  return (
    <AnchoredPopover
      label={t('%{title} of %{model}', { title: source.fields[0]?.title, model: recordTitle(model, record) })}
      anchor={cell}
      at="over"
      sx={{ width: Math.max(MIN_WIDTH_PX, cell.clientWidth) }}
      onClose={(_, reason) => (reason === 'backdropClick' ? saveOrClose() : onClose())}
    >
      <Editor>
        <RecordForm
          ref={form}
          model={source}
          validator={limitValidatorToFields(validator, source.fields)}
          record={{ ...record } as never}
          mode="edit"
          autoFocus
          {...access}
          editableWhileSaving
          onSave={async (values) => {
            const sent = form.current?.values();
            const errors = await save(values[name]);
            // Stays open when there is newer input.
            if (!errors && form.current?.values() === sent) onClose();
            return errors;
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
