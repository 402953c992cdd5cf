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

/** The form of a single record in a dialog. */
export const SingleDialog = ({ entity, onClose }: SingleDialogProps) => {
  const model = entityByName(entity);
  const formHandle = useRef<EntityFormHandle>(null);
  const [isAskingToLeave, setAsking] = useState(false);
  const close = (): void => (formHandle.current?.isDirty() ? setAsking(true) : onClose());
  return (
    <FormDialog title={t('Edit %{title}', { title: model.title.toLowerCase() })} onClose={close}>
      <SingleForm ref={formHandle} model={model} inDialog onSaved={onClose} onCancel={close} />
      {isAskingToLeave ? <LeaveDialog onLeave={onClose} onStay={() => setAsking(false)} /> : null}
    </FormDialog>
  );
};
