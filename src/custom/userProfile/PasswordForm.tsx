import Button from '@mui/material/Button';
import { useNotify } from 'react-admin';
import { useState } from 'react';
import type { FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import { signInError } from '../../authProvider/signInErrors.ts';
import { changePassword } from '../../authProvider/userPool.ts';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { RecordForm } from '../../resources/form/RecordForm.tsx';
import { useFormCheck } from '../../resources/form/useCheck.ts';
import { formByName } from '../../resources/product.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Field that a refusal of the pool is about. */
const BLAMED: Record<string, string> = {
  NotAuthorizedException: '/current',
  InvalidPasswordException: '/password',
};

/** Changes the password of whoever is signed in; the present one has to be known. */
export const PasswordForm = () => {
  const check = useFormCheck('change-password');
  const notify = useNotify();
  const [round, setRound] = useState(0);
  const save = async (values: JsonObject): Promise<FieldErrors | undefined> => {
    try {
      await changePassword(String(values['current']), String(values['password']));
    } catch (failure) {
      const shown = signInError(failure);
      const pointer = BLAMED[(failure as { code?: string }).code ?? ''];
      if (shown && pointer && shown.title === undefined) return { [pointer]: shown.message };
      if (shown) notify([shown.title, shown.message].filter(Boolean).join('. '), { type: 'error' });
      return {};
    }
    notify(t('Password changed'), { type: 'success' });
    // What was typed is gone from the page.
    setRound(round + 1);
    return undefined;
  };
  if (!check) return <FormSkeleton fields={3} />;
  const form = formByName('change-password');
  return (
    <RecordForm key={round} model={form} check={check} mode="create" onSave={save}>
      <div style={{ display: 'flex', justifyContent: 'flex-end', marginTop: 16 }}>
        <Button type="submit" variant="outlined" color="inherit">
          {form.submit}
        </Button>
      </div>
    </RecordForm>
  );
};
