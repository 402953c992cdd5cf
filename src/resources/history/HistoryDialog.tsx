import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ListRecord } from '../fields/types.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import type { ConsoleEntity } from '../product.ts';
import { HistoryPanel } from './HistoryPanel.tsx';

interface HistoryDialogProps {
  model: ConsoleEntity;
  record: ListRecord;
  onClose: () => void;
}

/** A record's history above any screen; it closes when an earlier state is restored. */
export const HistoryDialog = ({ model, record, onClose }: HistoryDialogProps) => (
  <FormDialog wide title={`History of “${recordTitle(model, record)}”`} onClose={onClose}>
    <HistoryPanel model={model} record={record} onRestored={onClose} />
  </FormDialog>
);
