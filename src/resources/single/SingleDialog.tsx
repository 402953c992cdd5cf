import { useRef, useState } from 'react';
import type { EntityFormHandle } from '../fieldKit/StoreContext.ts';
import { LeaveDialog } from '../form/save/LeaveGuard.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { entityByName } from '../product.ts';
import { SingleForm } from './SingleForm.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface SingleDialogProps {
  /** An entity with one record. */
  entity: string;
  onClose: () => void;
}

/** The form of an entity's one record over whatever screen there is. */
export const SingleDialog = ({ entity, onClose }: SingleDialogProps) => {
  const model = entityByName(entity);
  const unsaved = useRef<EntityFormHandle>(null);
  const [asking, setAsking] = useState(false);
  const close = (): void => (unsaved.current?.isDirty() ? setAsking(true) : onClose());
  return (
    <FormDialog title={t('Edit %{title}', { title: model.title.toLowerCase() })} onClose={close}>
      <SingleForm ref={unsaved} model={model} inDialog onSaved={onClose} onCancel={close} />
      {asking ? <LeaveDialog onLeave={onClose} onStay={() => setAsking(false)} /> : null}
    </FormDialog>
  );
};
