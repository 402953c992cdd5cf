import { RecordContextProvider } from 'react-admin';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { PanelModel } from '../../../schemas/model/types.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { Panel } from './Panel.tsx';
import { PanelDialog } from './PanelDialog.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface RecordDialogProps {
  model: ConsoleEntity;
  panel: PanelModel;
  record: ListRecord;
  onClose: () => void;
}

/** A panel about one record (`dialogs`), opened from the menu of its row. */
export const RecordDialog = ({ model, panel, record, onClose }: RecordDialogProps) => (
  <PanelDialog
    title={t('%{label}: %{title}', { label: panel.label, title: recordTitle(model, record) })}
    onClose={onClose}
  >
    <RecordContextProvider value={record}>
      <Panel name={panel.panel} />
    </RecordContextProvider>
  </PanelDialog>
);
