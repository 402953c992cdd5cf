import type { RefObject } from 'react';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { EntityFormHandle } from '../fieldKit/StoreContext.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import type { ConsoleEntity } from '../product.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface HistoryDialogProps {
  model: ConsoleEntity;
  record: ListRecord;
  /** The surrounding form, which may have unsaved input. */
  formRef?: RefObject<EntityFormHandle | null>;
  onClose: () => void;
}

/** A record's history in a dialog; closes after a restore. */
export const HistoryDialog = ({ model, record, formRef, onClose }: HistoryDialogProps) => (
  <FormDialog
    wide
    title={t('History of “%{model}”', { model: recordTitle(model, record) })}
    onClose={onClose}
  >
    <HistoryPanel model={model} record={record} formRef={formRef} onRestored={onClose} />
  </FormDialog>
);
