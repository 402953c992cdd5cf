import Button from '@mui/material/Button';
import { useNotify } from 'react-admin';
import { useState } from 'react';
import type { FieldErrors, JsonObject } from '../../../../schemas/model/types.ts';
import { formByName } from '../../product.ts';
import { FormSkeleton } from '../FormSkeleton.tsx';
import { RecordForm } from '../RecordForm.tsx';
import { useFormValidator } from '../useFormValidator.ts';
import { findSender } from './formSenders.ts';

/** A standalone form with its own submit button, which is cleared once it is sent. */
export const StandaloneForm = ({ name }: { name: string }) => {
  const validator = useFormValidator(name);
  const notify = useNotify();
  const [round, setRound] = useState(0);
  const send = async (values: JsonObject): Promise<FieldErrors | undefined> => {
    try {
      const sender = await findSender(name)?.();
      if (!sender) throw new Error(`Nothing sends the form ${name}.`);
      const errors = await sender.send(values);
      if (errors) return errors;
      notify(sender.success, { type: 'success' });
    } catch (failure) {
      notify((failure as Error).message, { type: 'error' });
      return {};
    }
    // Remounts the form, which clears it.
    setRound(round + 1);
    return undefined;
  };
  if (!validator) return <FormSkeleton fields={3} />;
  const form = formByName(name);
  return (
    <RecordForm key={round} model={form} validator={validator} mode="create" onSave={send}>
      <div style={{ display: 'flex', justifyContent: 'flex-end', marginTop: 16 }}>
        <Button type="submit" variant="outlined" color="inherit">
          {form.submit}
        </Button>
      </div>
    </RecordForm>
  );
};
