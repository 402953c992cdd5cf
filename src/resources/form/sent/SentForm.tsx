import Button from '@mui/material/Button';
import { useNotify } from 'react-admin';
import { useState } from 'react';
import type { FieldErrors, JsonObject } from '../../../../schemas/model/types.ts';
import { formByName } from '../../product.ts';
import { FormSkeleton } from '../FormSkeleton.tsx';
import { RecordForm } from '../RecordForm.tsx';
import { useFormValidator } from '../useFormValidator.ts';
import { senderOf } from './senders.ts';

/** A form with a button of its own, empty again once it is sent. */
export const SentForm = ({ name }: { name: string }) => {
  const validator = useFormValidator(name);
  const notify = useNotify();
  const [round, setRound] = useState(0);
  const send = async (values: JsonObject): Promise<FieldErrors | undefined> => {
    try {
      const sender = await senderOf(name)?.();
      if (!sender) throw new Error(`Nothing sends the form ${name}.`);
      const faults = await sender.send(values);
      if (faults) return faults;
      notify(sender.success, { type: 'success' });
    } catch (failure) {
      notify((failure as Error).message, { type: 'error' });
      return {};
    }
    // What was typed is gone from the page.
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
